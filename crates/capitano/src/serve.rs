//! `capitano serve`: the games in the browser.

use crate::cli::{DurabilityChoice, ServeArgs};
use crate::failure::Failure;
use crate::games::Games;
use crate::opponents::Staff;
use crate::text;
use server::think::Thinkers;
use server::{Chance, Config, Database, Durability, Server, Shelf};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;

pub fn run(args: &ServeArgs, games: Games) -> Result<ExitCode, Failure> {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("CAPITANO_LOG").unwrap_or_else(|_| "warn".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let config = config(args, &games)?;
    let shelf = games.shelf();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    runtime.block_on(serve(args, shelf, config))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: &ServeArgs, shelf: Arc<Shelf>, config: Config) -> Result<(), Failure> {
    let server = Server::open(shelf, config).await.map_err(Failure::new)?;
    let listener = listen(args).await?;
    let address = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
    let page = page_address(address);
    text::print(&format!("Capitano is at {page}\n"))?;
    if !args.no_open {
        open_browser(&page);
    }
    server.serve(listener, asked_to_stop()).await;
    Ok(())
}

/// The port that was asked for; without one, the usual one or, if that is taken, any.
async fn listen(args: &ServeArgs) -> Result<TcpListener, Failure> {
    const USUAL: u16 = 1848;
    let bind = |port: u16| TcpListener::bind((args.host.as_str(), port));
    let bound = match args.port {
        Some(port) => bind(port).await,
        None => match bind(USUAL).await {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => bind(0).await,
            bound => bound,
        },
    };
    bound.map_err(|error| {
        let port = args.port.unwrap_or(USUAL);
        Failure::new(format!("cannot listen on {}, port {port}: {error}", args.host))
    })
}

fn page_address(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

fn config(args: &ServeArgs, games: &Games) -> Result<Config, Failure> {
    let database = match &args.database {
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Database::Postgres(url.clone())
        }
        Some(url) => match url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")) {
            Some(file) => Database::Sqlite(file.into()),
            None => return Err(Failure::usage("a database is postgres://… or sqlite:FILE")),
        },
        None => {
            let folder = args.folder.clone().map_or_else(data_folder, Ok)?;
            std::fs::create_dir_all(&folder)
                .map_err(|error| Failure::new(format!("cannot create {}: {error}", folder.display())))?;
            Database::Sqlite(folder.join("capitano.db"))
        }
    };
    Ok(Config {
        durability: match args.durability {
            DurabilityChoice::Process => Durability::Process,
            DurabilityChoice::Full => Durability::Full,
        },
        rate: Some(args.rate),
        behind_proxy: args.behind_proxy,
        connections: Some(args.connections),
        metrics_token: args.metrics_token.clone(),
        memory: args.memory << 20,
        opponents: Arc::new(Staff::of(games)),
        thinkers: args.thinkers.map_or_else(Thinkers::usual, usize::from),
        chance: args.fixed_chance.map(Chance::fixed).unwrap_or_default(),
        ..Config::new(database)
    })
}

/// Where a program keeps its data on this system.
fn data_folder() -> Result<PathBuf, Failure> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    let base = base.ok_or_else(|| {
        Failure::new("this system does not say where programs keep their data: name a folder with --folder")
    })?;
    Ok(base.join("capitano"))
}

/// Shows the page where there is a browser; where there is none, nothing happens.
fn open_browser(page: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
            return;
        }
        ("xdg-open", &[])
    };
    let begun = Command::new(program)
        .args(arguments)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // The address has been printed: who has no browser here opens it elsewhere.
    if let Ok(mut child) = begun {
        std::thread::spawn(move || child.wait());
    }
}

/// Ends when the process is asked to end.
async fn asked_to_stop() {
    let interrupt = async {
        // Without a handler the process ends at once, which loses no acknowledged move.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
