//! Finds the names of rule constants in Rust sources. No parser: it knows comments, texts, braces
//! and the attributes that mark tests, which is enough to say where a name stands.

/// A name that looks like a rule's constant.
pub struct Mention {
    pub name: String,
    /// The module that it is taken from, if that stands before it: `custoza` of `rule::custoza::R6_2a`.
    pub of: Option<String>,
    pub line: usize,
    pub test: bool,
}

/// Every word that begins with `R` and the number of a rule, outside comments, texts and imports.
pub fn mentions(source: &str) -> Vec<Mention> {
    let code = strip(source);
    let chars: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    let mut line = 1;
    let mut depth = 0usize;
    // The attribute of a test was read and its item has not begun.
    let mut marked = false;
    // The depth at which the test that we are in began.
    let mut test_from: Option<usize> = None;
    let mut importing = false;
    // The last word and the place behind it.
    let mut before: (String, usize) = (String::new(), 0);
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        if is_word(c) {
            let begin = i;
            while i < chars.len() && is_word(chars[i]) {
                i += 1;
            }
            let word: String = chars[begin..i].iter().collect();
            let looks_like_rule = word.strip_prefix('R').is_some_and(begins_like_a_rule);
            if word == "use" {
                importing = true;
            } else if looks_like_rule && !importing {
                let joined = begin == before.1 + 2 && chars[before.1..begin] == [':', ':'];
                let of = joined.then(|| before.0.clone());
                found.push(Mention { name: word.clone(), of, line, test: test_from.is_some() || marked });
            }
            before = (word, i);
            continue;
        }
        match c {
            '\n' => line += 1,
            '#' => marked |= marks_test(&chars[i..]),
            '{' if !importing => {
                if marked && test_from.is_none() {
                    test_from = Some(depth);
                    marked = false;
                }
                depth += 1;
            }
            '}' if !importing => {
                depth = depth.saturating_sub(1);
                if test_from == Some(depth) {
                    test_from = None;
                }
            }
            ';' => {
                importing = false;
                marked = false;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Rules begin with a number; those of scenarios and examples with a capital before it: `S1a`, `X2`.
fn begins_like_a_rule(id: &str) -> bool {
    let id = id.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(id);
    id.starts_with(|d: char| d.is_ascii_digit())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Does an attribute that marks a test begin here?
fn marks_test(rest: &[char]) -> bool {
    let text: String = rest.iter().filter(|c| !c.is_whitespace()).take(12).collect();
    text.starts_with("#[cfg(test)]") || text.starts_with("#[test]")
}

/// The source with blanks instead of comments, texts and characters; lines stay where they are.
fn strip(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut i = 0;
    while i < chars.len() {
        let end = match chars[i] {
            '/' if chars.get(i + 1) == Some(&'/') => {
                i + chars[i..].iter().take_while(|c| **c != '\n').count()
            }
            '/' if chars.get(i + 1) == Some(&'*') => block_comment(&chars, i),
            '"' => text_end(&chars, i),
            'r' if !(i > 0 && is_word(chars[i - 1])) => raw_text_end(&chars, i),
            'b' if !(i > 0 && is_word(chars[i - 1])) && chars.get(i + 1) == Some(&'r') => {
                raw_text_end(&chars, i + 1)
            }
            '\'' => character_end(&chars, i),
            _ => i,
        };
        if end <= i + 1 {
            out.push(chars[i]);
            i += 1;
            continue;
        }
        out.extend(chars[i..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
        i = end;
    }
    out
}

fn block_comment(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut i = start;
    while i < chars.len() {
        match (chars[i], chars.get(i + 1)) {
            ('/', Some('*')) => {
                depth += 1;
                i += 2;
            }
            ('*', Some('/')) => {
                depth -= 1;
                i += 2;
                if depth == 0 {
                    return i;
                }
            }
            _ => i += 1,
        }
    }
    i
}

fn text_end(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() {
        match chars[i] {
            '\\' => i += 2,
            '"' => return i + 1,
            _ => i += 1,
        }
    }
    chars.len()
}

/// The end of a raw text that begins with the `r` at `start`, or `start` if none does.
fn raw_text_end(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|c| **c == '#').count();
    let open = start + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return start;
    }
    let mut i = open + 1;
    while i < chars.len() {
        let closing =
            chars[i] == '"' && chars[i + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes;
        if closing {
            return i + 1 + hashes;
        }
        i += 1;
    }
    chars.len()
}

/// The end of a character at `start`, or `start` if the quote begins a lifetime.
fn character_end(chars: &[char], start: usize) -> usize {
    match (chars.get(start + 1), chars.get(start + 2)) {
        (Some('\\'), Some(_)) => {
            let rest = &chars[start + 3..];
            start + 3 + rest.iter().take_while(|c| **c != '\'').count() + 1
        }
        (Some(_), Some('\'')) => start + 3,
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expect: &[(&str, usize, bool)]) {
        let found = mentions(source);
        let found: Vec<_> = found.iter().map(|m| (m.name.as_str(), m.line, m.test)).collect();
        assert_eq!(found, expect, "{source}");
    }

    #[test]
    fn names_are_found_with_their_lines() {
        check("fn f() {\n  log(rule::R9_4_1, R3a);\n}", &[("R9_4_1", 2, false), ("R3a", 2, false)]);
        check("rule::RS1a + RX2", &[("RS1a", 1, false), ("RX2", 1, false)]);
        check("let XR9 = R; let Right = 1; RS + RSa1 + Ra1", &[]);
    }

    #[test]
    fn the_module_before_a_name_is_told() {
        let found = mentions("rule::custoza::R6_2a + rule::R7 + R8 + custoza :: R9");
        let of: Vec<_> = found.iter().map(|m| (m.name.as_str(), m.of.as_deref())).collect();
        assert_eq!(of, [("R6_2a", Some("custoza")), ("R7", Some("rule")), ("R8", None), ("R9", None)]);
    }

    #[test]
    fn comments_texts_and_imports_are_no_citations() {
        check("// R1\n/// R2\n/* R3 /* R4 */\nR5 */ R6", &[("R6", 4, false)]);
        check("let a = \"R1 \\\" R2\"; let b = r#\"R3 \" R4\"#; R5", &[("R5", 1, false)]);
        check(
            "let c = b'\\''; let d = '\"'; R1; let e: &'static str = R2;",
            &[("R1", 1, false), ("R2", 1, false)],
        );
        check("use crate::rule::{R1,\n  R2};\nR3", &[("R3", 3, false)]);
    }

    #[test]
    fn tests_are_told_from_code() {
        check(
            "R1\n#[cfg(test)]\nmod tests {\n  fn a() { R2 }\n}\nfn b() { R3 }",
            &[("R1", 1, false), ("R2", 4, true), ("R3", 6, false)],
        );
        check(
            "#[test]\nfn a() { if x { R1 } R2 }\nfn b() { R3 }",
            &[("R1", 2, true), ("R2", 2, true), ("R3", 3, false)],
        );
        check("#[cfg(test)]\nuse a::{b, c};\nfn b() { R3 }", &[("R3", 3, false)]);
        check("#[cfg(test)]\nmod tests;\nfn b() { R3 }", &[("R3", 3, false)]);
    }
}
