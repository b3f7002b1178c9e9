//! The paragraphs of the Piacenza rulebook as constants, made from `data/piacenza/rules.csv`: rule
//! 9.1.3 is `rule::R9_1_3`.

// The names keep the spelling of the rulebook's numbers, such as 4.4.1a.
#![allow(non_upper_case_globals)]

include!(concat!(env!("OUT_DIR"), "/rules_piacenza.rs"));
