//! The server as a process: it survives being killed at any moment without losing a move that it has
//! answered, it shuts down well, and two of them serve the same games from one PostgreSQL.

use serde_json::{Value, json};
use server::client::{Client, Live, hello};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(arguments: &[&str]) -> Process {
        Process::run(Command::new(env!("CARGO_BIN_EXE_capitano")), arguments)
    }

    fn run(mut command: Command, arguments: &[&str]) -> Process {
        let mut child = command
            .args(["serve", "--port", "0", "--no-open", "--rate", "0", "--fixed-chance", "1848"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).expect(&line).trim().trim_end_matches('/');
        Process { address: address.parse().expect("an address"), child }
    }

    fn in_folder(folder: &Path) -> Process {
        Process::start(&["--folder", &folder.display().to_string()])
    }

    fn client(&self) -> Client {
        Client::new(self.address).expect("this machine")
    }

    /// As a crash: at once, whatever it does.
    fn kill(self) {}
}

impl Drop for Process {
    /// No test leaves a server behind, however it ends.
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("capitano-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

/// A game at one screen, with every request that was answered and its answer.
struct Game {
    token: String,
    random: u64,
    requests: u64,
    answered: Vec<(Value, Vec<u8>)>,
}

impl Game {
    async fn begin(client: &mut Client, random: u64) -> Game {
        let wish = json!({ "scenario": "goito/battle", "seats": "screen", "terms": { "forced": false } });
        let made = client.post("/api/tables", None, &wish).await.expect("an answer").json();
        let token = made["yours"].as_str().expect("a token").to_string();
        let mut game = Game { token, random, requests: 0, answered: Vec::new() };
        game.send(client, json!({ "action": "place standard", "as": 0 })).await.expect("an answer");
        game
    }

    fn lot(&mut self, bound: usize) -> usize {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % bound.max(1)
    }

    async fn state(&self, client: &mut Client, seat: u64) -> std::io::Result<Value> {
        let path = format!("/api/table?as={seat}");
        Ok(client.get(&path, Some(&self.token)).await?.json())
    }

    /// Sends an action on the present position and remembers its answer, if there is one.
    async fn send(&mut self, client: &mut Client, mut body: Value) -> std::io::Result<()> {
        let seat = body["as"].as_u64().expect("a seat");
        body["on"] = self.state(client, seat).await?["number"].clone();
        self.requests += 1;
        body["id"] = format!("r{}", self.requests).into();
        let answer = client.post("/api/act", Some(&self.token), &body).await?;
        assert_eq!(answer.status, 200, "{body}: {}", answer.json());
        self.answered.push((body, answer.body));
        Ok(())
    }

    /// Plays at random until the server is gone, and counts what is answered.
    async fn play(&mut self, address: SocketAddr, answered: &AtomicUsize) {
        let Ok(mut client) = Client::new(address) else { return };
        loop {
            let Ok(state) = self.state(&mut client, 0).await else { return };
            let Some(seat) = state["status"]["decide"][0].as_u64() else { return };
            let Ok(state) = self.state(&mut client, seat).await else { return };
            let Some(choices) = state["choices"].as_array() else { return };
            let lot = self.lot(choices.len());
            let body = json!({ "action": choices[lot]["action"], "as": seat });
            if self.send(&mut client, body).await.is_err() {
                return;
            }
            answered.fetch_add(1, Relaxed);
        }
    }

    /// Every move that was answered is there: it gets its first answer again.
    async fn check(&self, client: &mut Client, from: usize) {
        for (body, answer) in &self.answered[from..] {
            let again = client.post("/api/act", Some(&self.token), body).await.expect("an answer");
            assert_eq!(again.status, 200, "{body}: {}", again.json());
            assert_eq!(again.body, *answer, "{body}");
        }
    }
}

const KILLS: usize = 50;

#[test]
fn no_answered_move_is_lost_by_a_crash() {
    let folder = folder("kill");
    runtime().block_on(async {
        let mut games = Vec::new();
        let first = Process::in_folder(&folder);
        for seed in 0..3 {
            games.push(Game::begin(&mut first.client(), seed).await);
        }
        first.kill();
        let mut moves = 0;
        for round in 0..KILLS {
            let process = Process::in_folder(&folder);
            let address = process.address;
            let checked: Vec<usize> = games.iter().map(|game| game.answered.len()).collect();
            let answered = Arc::new(AtomicUsize::new(0));
            let playing: Vec<_> = games
                .drain(..)
                .map(|mut game| {
                    let answered = Arc::clone(&answered);
                    tokio::spawn(async move {
                        game.play(address, &answered).await;
                        game
                    })
                })
                .collect();
            // The moment of the crash: anywhere after the first moves, while others are on their way.
            while answered.load(Relaxed) < 1 + round % 8 && !playing.iter().all(|game| game.is_finished()) {
                tokio::time::sleep(Duration::from_micros(200)).await;
            }
            tokio::time::sleep(Duration::from_micros((round as u64 * 7_919) % 6_000)).await;
            process.kill();
            for task in playing {
                games.push(task.await.expect("it plays"));
            }
            let process = Process::in_folder(&folder);
            for (game, from) in games.iter().zip(&checked) {
                moves += game.answered.len() - from;
                game.check(&mut process.client(), *from).await;
            }
            process.kill();
        }
        assert!(moves > KILLS, "only {moves} moves were played in between");
        let last = Process::in_folder(&folder);
        for game in &games {
            game.check(&mut last.client(), 0).await;
        }
        last.kill();
    });
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn two_processes_serve_the_same_games() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/postgres");
    let started = Command::new(script).arg("start").arg(std::process::id().to_string()).output();
    let started = started.expect("bash runs the script");
    assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
    let url = String::from_utf8(started.stdout).expect("an address");
    let database = ["--database", url.trim()];
    let (here, there) = (Process::start(&database), Process::start(&database));
    runtime().block_on(async {
        let wish = json!({ "scenario": "goito/battle", "seats": "link", "side": 0 });
        let made = here.client().post("/api/tables", None, &wish).await.expect("an answer").json();
        let token = |i: usize| made["links"][i]["token"].as_str().expect("a token").to_string();
        let joined = there.client().post("/api/join", Some(&token(1)), &json!({})).await.expect("an answer");
        let guest = joined.json()["token"].as_str().expect("a token").to_string();
        let mut live = Live::open(there.address, &hello(&guest)).await.expect("a connection");
        assert!(live.next_json().await.get("state").is_some());
        let act = json!({ "on": 1, "id": "a", "action": "place standard" });
        let answer = here.client().post("/api/act", Some(&token(0)), &act).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.json());
        // What one process stored, the other pushes.
        loop {
            let message = live.next_json().await;
            let told = message.get("update").or(message.get("state")).unwrap_or(&Value::Null);
            if told["status"]["phase"] == "activations" {
                break;
            }
            assert!(!message.is_null(), "the connection was closed");
        }
        // The same request at the other process is answered as the first time.
        let again = there.client().post("/api/act", Some(&token(0)), &act).await.expect("an answer");
        assert_eq!(again.body, answer.body);
        // A crash of one does no harm to the other.
        here.kill();
        let state = there.client().get("/api/table", Some(&guest)).await.expect("an answer").json();
        let seat = state["status"]["decide"][0].as_u64().expect("a seat");
        let actor = if seat == 0 { token(0) } else { guest };
        let state = there.client().get("/api/table", Some(&actor)).await.expect("an answer").json();
        let act = json!({ "on": state["number"], "id": "b", "action": state["choices"][0]["action"] });
        let answer = there.client().post("/api/act", Some(&actor), &act).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.json());
    });
    there.kill();
}

/// Asked to end, it ends well, and what it served is there at the next start.
#[cfg(unix)]
#[test]
fn it_shuts_down_when_it_is_asked_to() {
    let folder = folder("end");
    let mut process = Process::in_folder(&folder);
    runtime().block_on(async {
        Game::begin(&mut process.client(), 1).await;
    });
    let asked = Command::new("kill").arg(process.child.id().to_string()).status().expect("kill runs");
    assert!(asked.success() && process.child.wait().expect("it ends").success());
    // SQLite takes the log away when it closes it, or leaves it empty
    let log = std::fs::metadata(folder.join("capitano.db-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0, "the log was not carried over");
    let _ = std::fs::remove_dir_all(folder);
}

/// Two programs on one file would know nothing of each other's moves. After a crash nothing stands in the way.
#[test]
fn a_second_server_on_the_same_file_is_refused() {
    let folder = folder("two");
    let first = Process::in_folder(&folder);
    let second = Command::new(env!("CARGO_BIN_EXE_capitano"))
        .args(["serve", "--port", "0", "--no-open", "--folder"])
        .arg(&folder)
        .output()
        .expect("the program runs");
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        said.contains("another server is already using the database") && said.contains("capitano.db"),
        "{said}"
    );
    runtime().block_on(async {
        let health = first.client().get("/health", None).await.expect("an answer");
        assert_eq!(health.status, 200, "the first one does not mind");
    });
    first.kill();
    Process::in_folder(&folder).kill();
    let _ = std::fs::remove_dir_all(folder);
}

/// A disk that takes no more, made by a limit on the size of files: moves are refused with the reason, `/health`
/// tells of it, and what was answered stands.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_of() {
    let folder = folder("full");
    // Blocks of 512 bytes (dash) or 1024 (bash); without the signal that would end the program.
    let limited = "trap '' XFSZ; ulimit -f 400; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.arg("-c").arg(limited).arg(env!("CARGO_BIN_EXE_capitano"));
    let process = Process::run(command, &["--folder", &folder.display().to_string()]);
    runtime().block_on(async {
        let mut client = process.client();
        let mut game = Game::begin(&mut client, 1).await;
        let refused = loop {
            let text = "x".repeat(1000);
            game.requests += 1;
            let chat = json!({ "id": format!("r{}", game.requests), "text": text, "as": 0 });
            let answer = client.post("/api/chat", Some(&game.token), &chat).await.expect("an answer");
            if answer.status != 200 {
                break answer;
            }
            assert!(game.requests < 5000, "the disk does not become full");
        };
        assert_eq!(refused.status, 503, "{}", refused.json());
        let message = refused.json()["error"]["message"].to_string();
        assert!(message.contains("cannot be stored"), "{message}");
        let health = client.get("/health", None).await.expect("an answer");
        assert_eq!(health.status, 503);
        assert!(
            health.json()["why"].as_str().is_some_and(|why| why.contains("written")),
            "{}",
            health.json()
        );
        // What is stored can be read.
        assert_eq!(game.state(&mut client, 0).await.expect("an answer")["status"]["phase"], "activations");
    });
    process.kill();
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn wrong_databases_are_named() {
    let run = Command::new(env!("CARGO_BIN_EXE_capitano"))
        .args(["serve", "--no-open", "--database", "mysql://x"])
        .output()
        .expect("the program runs");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("postgres://"));
}

/// What the games of 500 tables take, each in the midst of one of the longest games that we have, fits into what the server
/// gives them if it is not told otherwise.
#[test]
fn five_hundred_active_games_fit_into_memory() {
    let folder = folder("memory");
    let process = Process::in_folder(&folder);
    let mut client = process.client();
    let games = ["goito-battle", "piacenza-campaign"];
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records");
    let longest = |game: &str| {
        let files = std::fs::read_dir(&records).expect("records").map(|file| file.expect("a file"));
        let of_game = files.filter(|file| file.file_name().to_string_lossy().starts_with(game));
        let texts = of_game.map(|file| std::fs::read_to_string(file.path()).expect("a record"));
        texts.max_by_key(String::len).expect(game)
    };
    runtime().block_on(async {
        for game in games {
            let record = longest(game);
            let (head, steps) = record.split_once("\n--\n").expect("a head and steps");
            let steps: Vec<&str> = steps.lines().collect();
            let record = format!("{head}\n--\n{}\n", steps[..steps.len() / 2].join("\n"));
            let made =
                client.post("/api/import", None, &json!({ "record": record, "seats": "screen" })).await;
            let made = made.expect("an answer");
            assert_eq!(made.status, 200, "{game}: {}", made.json());
            // Somebody looks at it, from both sides.
            let token = made.json()["yours"].as_str().expect("a token").to_string();
            for seat in 0..2 {
                let state = client.get(&format!("/api/table?as={seat}"), Some(&token)).await;
                assert_eq!(state.expect("an answer").status, 200);
            }
        }
        let metrics = client.get("/metrics", None).await.expect("an answer").body;
        let metrics = String::from_utf8(metrics).expect("text");
        let count = |name: &str| {
            let line = metrics.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|value| value.trim().parse::<usize>().ok()).expect(name)
        };
        assert_eq!(count("capitano_tables_in_memory"), games.len());
        let taken = count("capitano_bytes_in_memory") / games.len() * 500;
        assert!(taken < server::MEMORY, "{taken} of {} bytes", server::MEMORY);
    });
    process.kill();
    std::fs::remove_dir_all(&folder).expect("it goes");
}
