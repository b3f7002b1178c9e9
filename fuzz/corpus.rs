//! Writes what the targets begin with into `corpus/`: positions and records along random games, set-ups, data files, lines.

use kernel::Options;
use kernel::conformance::along;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let write = |target: &str, name: String, first: Option<usize>, text: &str| -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(folder.join(target))?;
        let first = first.map(|first| first as u8);
        let bytes: Vec<u8> = first.into_iter().chain(text.bytes()).collect();
        Ok(fs::write(folder.join(target).join(name), bytes)?)
    };
    for (number, (game, id)) in capitano_fuzz::scenarios().into_iter().enumerate() {
        let module = &*capitano_fuzz::MODULES[game];
        let mut kept = Vec::new();
        along(module, &id, &Options::new(), 1, 40, &mut |table, step| {
            kept.push((step, table.position().to_string(), table.record().to_string()));
        })?;
        let name = id.replace('/', "-");
        for (step, position, record) in kept {
            write("position", format!("{name}-{step}"), Some(number), &position)?;
            // A long record takes long to replay.
            if record.len() < 8_000 {
                write("record", format!("{name}-{step}"), None, &record)?;
            }
        }
        write("setup", format!("{name}-json"), Some(number), "{\"turn\":5,\"only_listed\":true}")?;
        write("setup", format!("{name}-text"), Some(number), "turn 5\nstandard\n")?;
        let lines = format!(
            "{{\"do\":\"new\",\"scenario\":\"{id}\",\"seed\":7}}\n{{\"do\":\"legal\"}}\n{{\"do\":\"status\",\"seat\":0}}\n\
             {{\"do\":\"position\"}}\n{{\"do\":\"record\"}}\n{{\"do\":\"undo\"}}\n{{\"do\":\"view\",\"seat\":\"public\"}}\n"
        );
        write("lines", name, None, &lines)?;
    }
    let mut number = 0;
    for files in [risorgimento::data::files(), piacenza::data::files()] {
        for path in files.paths() {
            let text = files.get(path).unwrap_or_default();
            write("data", path.replace('/', "-"), Some(number), text)?;
            number += 1;
        }
    }
    Ok(())
}
