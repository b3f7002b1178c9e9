//! What is played in Custoza, or said of it. A test that stands here counts for the paragraphs of Custoza's own text
//! (`capitano rules custoza --coverage`).

mod case;
mod module;
mod play;
mod reactions;
mod scenarios;
mod texts;
