//! Singular and plural. A sentence is written once, with the words that differ by number in square brackets:
//! `[goes|go] into March Movement`, `{n} [hex|hexes] away`.

use std::borrow::Cow;

/// The sentence for one thing, or for several.
pub fn agree(text: &str, several: bool) -> Cow<'_, str> {
    let Some((before, one, many, after)) = bracket(text) else { return Cow::Borrowed(text) };
    let word = if several { many } else { one };
    Cow::Owned(format!("{before}{word}{}", agree(after, several)))
}

/// "a", "a and b", "a, b and c".
pub fn listed<N: Into<String>>(names: impl IntoIterator<Item = N>) -> String {
    let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
    match names.pop() {
        None => "nobody".into(),
        Some(only) if names.is_empty() => only,
        Some(last) => format!("{} and {last}", names.join(", ")),
    }
}

/// The text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// What stands before the first bracket, its two forms, and what follows it.
fn bracket(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = text.split_once('[')?;
    let (forms, after) = rest.split_once(']')?;
    let (one, many) = forms.split_once('|')?;
    Some((before, one, many, after))
}

/// A phrase as it is said of one thing and of several; once if there is no difference.
pub(crate) fn forms(text: &str) -> Vec<String> {
    let (one, many) = (agree(text, false), agree(text, true));
    if one == many { vec![one.into_owned()] } else { vec![one.into_owned(), many.into_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_in_brackets_go_by_number() {
        let text = "33 Gyulai [forms square and ends its|form square and end their] action in 1 [hex|hexes].";
        assert_eq!(agree(text, false), "33 Gyulai forms square and ends its action in 1 hex.");
        assert_eq!(agree(text, true), "33 Gyulai form square and end their action in 1 hexes.");
        for plain in ["", "Stop", "a list [1, 2]", "[open", "a|b"] {
            assert_eq!(agree(plain, true), plain);
        }
    }

    #[test]
    fn names_are_listed() {
        assert_eq!(listed(["Foot"; 0]), "nobody");
        assert_eq!(listed(["Foot"]), "Foot");
        assert_eq!(listed(["Foot", "Horse"]), "Foot and Horse");
        assert_eq!(listed(["Foot", "Guns", "Horse"]), "Foot, Guns and Horse");
    }

    #[test]
    fn a_phrase_has_one_form_or_two() {
        assert_eq!(forms("{1} [goes|go] on"), ["{1} goes on", "{1} go on"]);
        assert_eq!(forms("Pass"), ["Pass"]);
    }
}
