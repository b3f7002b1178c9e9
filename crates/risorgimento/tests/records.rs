//! Every record ever kept in `records/` replays to the identical hash.

use kernel::{Module, Record};
use risorgimento::{data, goito, goito_with};
use std::path::{Path, PathBuf};

fn records() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records");
    let mut list: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of records")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "record"))
        .collect();
    list.sort();
    list
}

fn replay(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let record: Record = text.parse().map_err(|e| format!("{e:?}"))?;
    let current = goito();
    let (scenario, options) = (&record.heading.scenario, &record.heading.options);
    let hash = current.open(scenario, options).map_err(|e| e.join("; "))?.info().data;
    // data that were tuned since are still there under their hash
    let table = if hash == record.heading.data {
        current.replay(&record)
    } else {
        let files = data::superseded(&record.heading.data).ok_or("its data are not kept")?;
        goito_with(files).map_err(|p| format!("{p:?}"))?.replay(&record)
    };
    let table = table.map_err(|e| format!("line {}: {}", e.line, e.message))?;
    let hash = record.hash.ok_or("it has no hash")?;
    if table.outcome().is_none() {
        return Err("it does not end".into());
    }
    if table.hash() != hash {
        return Err(format!("{:016x} instead of {hash:016x}", table.hash()));
    }
    Ok(())
}

#[test]
fn every_record_replays_to_its_hash() {
    let records = records();
    assert!(records.len() >= 20, "only {} records are kept", records.len());
    let broken: Vec<String> = records
        .iter()
        .filter_map(|path| replay(path).err().map(|why| format!("{}: {why}", path.display())))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
