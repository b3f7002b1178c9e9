//! The paragraphs of the Goito rulebook as constants, made from `data/goito/rules.csv`: rule 9.4.1
//! is `rule::R9_4_1`.

// The names keep the spelling of the rulebook's numbers, such as 4.B.2.a.
#![allow(non_upper_case_globals)]

include!(concat!(env!("OUT_DIR"), "/rules_goito.rs"));
