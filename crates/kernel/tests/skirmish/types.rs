//! The types of the wire as TypeScript: all of them, each once, as serde writes them.

use kernel::ts::Declarations;

#[test]
fn every_type_of_the_wire_is_declared_once() {
    let mut declarations = Declarations::default();
    declarations.add_kernel();
    let before = declarations.module();
    declarations.add_kernel();
    let module = declarations.module();
    assert_eq!(module, before, "adding twice changes nothing");
    for name in [
        "Info",
        "Status",
        "View",
        "Report",
        "Refusal",
        "Choice",
        "Prompt",
        "Reason",
        "Reach",
        "ReachHex",
        "Odds",
        "OddsLine",
        "Told",
        "Span",
        "ToldModifier",
        "Lookup",
        "Chart",
        "ChartRow",
        "ChartCell",
        "Overlay",
        "OverlayInfo",
        "Class",
        "Scene",
        "Piece",
        "Figure",
        "Marker",
        "Control",
        "Track",
        "Bin",
        "MarkInfo",
        "Tone",
        "Look",
        "Stake",
        "Volley",
        "Shot",
        "ShotAt",
        "Course",
        "CourseButton",
        "Formation",
        "Phase",
        "Listed",
        "ScenarioInfo",
        "OptionInfo",
        "SeatColours",
        "Stop",
        "StepTold",
        "ChanceTold",
    ] {
        let count = module.matches(&format!("export type {name} =")).count();
        assert_eq!(count, 1, "{name} in\n{module}");
    }
}

#[test]
fn declarations_say_what_serde_writes() {
    let mut declarations = Declarations::default();
    declarations.add_kernel();
    let module = declarations.module();
    let line = |name: &str| {
        let begin = module.find(&format!("export type {name} =")).expect("it is declared");
        let rest = &module[begin..];
        rest[..rest.find(";\n").expect("it ends")].to_owned()
    };
    assert_eq!(line("Seat"), "export type Seat = number");
    assert_eq!(line("Citation"), "export type Citation = string");
    assert_eq!(
        line("Class"),
        r#"export type Class = "a" | "b" | "both" | "good" | "bad" | "near" | "far" | "blocked""#
    );
    let told = line("Told");
    for field in ["text: string", "spans: Array<Span>", "dice?: Array<number>", "lookup?: Lookup"] {
        assert!(told.contains(field), "{field} in {told}");
    }
    let odds = line("Odds");
    assert!(odds.contains("modifiers: Array<ToldModifier>"), "{odds}");
    let choice = line("Choice");
    assert!(choice.contains("declines?: boolean") && choice.contains("hex?: string"), "{choice}");
    let listed = line("Listed");
    assert!(listed.contains("year: number") && listed.contains("colours: Array<SeatColours>"), "{listed}");
    let piece = line("Piece");
    assert!(piece.contains("hex: string | null"), "{piece}");
}
