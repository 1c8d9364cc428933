//! Names with letters of other scripts, in the form in which DNS knows them (RFC 3492).

/// The longest name that is looked up.
const MAX_LEN: usize = 255;

const BASE: u32 = 36;
const FIRST_BIAS: u32 = 72;
const FIRST_NUMBER: u32 = 128;

/// The characters that separate the parts of a name.
fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// The name in ASCII. None if there is no such name: because it is empty, too long, or has a zero.
pub(super) fn to_ascii(name: &str) -> Option<String> {
    if name.is_empty() || name.contains('\0') {
        return None;
    }
    let labels: Option<Vec<String>> = name.split(is_dot).map(encode_label).collect();
    labels
        .map(|labels| labels.join("."))
        .filter(|name| name.len() <= MAX_LEN)
}

/// One part of a name. None if it is so long that numbers overflow.
fn encode_label(label: &str) -> Option<String> {
    if label.is_ascii() {
        return Some(label.to_string());
    }
    let mut out: String = label.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(out.len()).ok()?;
    if basic > 0 {
        out.push('-');
    }
    // Each character is told by how far a decoder has to count until it gets there: through all
    // numbers of characters, and for each number through all places.
    let (mut number, mut delta, mut bias, mut handled) = (FIRST_NUMBER, 0u32, FIRST_BIAS, basic);
    while let Some(next) = label.chars().map(u32::from).filter(|&c| c >= number).min() {
        delta = (next - number)
            .checked_mul(handled + 1)?
            .checked_add(delta)?;
        number = next;
        for c in label.chars().map(u32::from) {
            if c < number {
                delta = delta.checked_add(1)?;
            } else if c == number {
                push_number(&mut out, delta, bias);
                bias = next_bias(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        number += 1;
    }
    Some(format!("xn--{out}"))
}

/// Writes a number, the lowest digit first. Where a number ends can be told from its digits.
fn push_number(out: &mut String, mut number: u32, bias: u32) {
    let digit = |value: u32| char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[value as usize]);
    let mut position = BASE;
    loop {
        let threshold = position.saturating_sub(bias).clamp(1, 26);
        if number < threshold {
            return out.push(digit(number));
        }
        let (rest, range) = (number - threshold, BASE - threshold);
        out.push(digit(threshold + rest % range));
        number = rest / range;
        position += BASE;
    }
}

/// How the thresholds move, such that numbers like the last one become short.
fn next_bias(delta: u32, handled: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta / 2 };
    delta += delta / handled;
    let mut bias = 0;
    while delta > 35 * 26 / 2 {
        delta /= 35;
        bias += BASE;
    }
    bias + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::to_ascii;

    #[test]
    fn names_of_all_scripts_have_an_ascii_form() {
        for (name, ascii) in [
            ("localhost", "localhost"),
            ("Example.ORG.", "Example.ORG."),
            ("bücher.de", "xn--bcher-kva.de"),
            ("ü", "xn--tda"),
            ("münchen.ü.com", "xn--mnchen-3ya.xn--tda.com"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
            ("☃.net", "xn--n3h.net"),
            ("👍", "xn--yp8h"),
        ] {
            assert_eq!(to_ascii(name).as_deref(), Some(ascii), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_a_name_has_none() {
        assert_eq!(to_ascii(""), None);
        assert_eq!(to_ascii("a\0b"), None);
        assert_eq!(to_ascii(&"a".repeat(256)), None);
        assert!(to_ascii(&"a".repeat(255)).is_some());
    }
}
