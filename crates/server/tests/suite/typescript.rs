//! The page's types are generated from ours, and are not stale. `BLESS=1` writes them anew.

use kernel::ts::Declarations;
use std::path::Path;

#[test]
fn the_types_of_the_page_are_ours() {
    let mut declarations = Declarations::default();
    server::wire::typescript(&mut declarations);
    declarations.add::<atlas::Board>();
    let head =
        "// Generated from the Rust types by `BLESS=1 cargo test -p server typescript`. Do not edit.\n\n";
    let generated = format!("{head}{}", declarations.module());
    assert!(generated.contains("export type State =") && generated.contains("export type Board ="));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/generated.ts");
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        std::fs::write(&file, &generated).expect("written");
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == generated, "web/src/wire/generated.ts is stale: run this test with BLESS=1");
}
