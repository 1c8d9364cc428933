//! The page: one file that needs nothing else.

const FRAME: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");

/// The scripts of the page share one scope; each uses those before it.
const SCRIPTS: &[&str] = &[
    include_str!("../page/format.js"),
    include_str!("../page/data.js"),
    include_str!("../page/names.js"),
    include_str!("../page/model.js"),
    include_str!("../page/queues.js"),
    include_str!("../page/state.js"),
    include_str!("../page/axis.js"),
    include_str!("../page/timeline.js"),
    include_str!("../page/overlay.js"),
    include_str!("../page/plots.js"),
    include_str!("../page/pointer.js"),
    include_str!("../page/source.js"),
    include_str!("../page/panes.js"),
    include_str!("../page/detail.js"),
    include_str!("../page/lists.js"),
    include_str!("../page/wheel.js"),
    include_str!("../page/keys.js"),
    include_str!("../page/live.js"),
    include_str!("../page/main.js"),
];

/// The page with its data, as `pack` makes it.
pub fn page(title: &str, data: &[u8]) -> String {
    fill(title, &format!(">{}", base64(data)))
}

/// The page that asks whom it has from for its data.
pub(crate) fn live_page(title: &str) -> String {
    fill(title, " data-live>")
}

fn fill(title: &str, data: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let script = SCRIPTS.concat();
    let mut page = String::with_capacity(FRAME.len() + STYLE.len() + script.len() + data.len());
    let mut rest = FRAME;
    for (mark, text) in [
        ("{title}", &*title),
        ("{style}", STYLE),
        ("{data}", data),
        ("{script}", &script),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            match place <= three.len() {
                true => text.push(DIGITS[(bits >> (18 - 6 * place) & 63) as usize].into()),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64() {
        let encoded = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn the_page_is_one_file_and_its_scripts_do_not_end_it() {
        let page = page("a <b>.js", b"data");
        assert!(page.contains("<title>a &lt;b>.js"));
        assert!(page.contains(">ZGF0YQ=="));
        assert_eq!(page.matches("</script>").count(), 2);
        for reference in ["src=", "href=", "@import", "url(", "http://", "https://"] {
            let is_ours = |text: &str| text.contains("www.w3.org/2000/svg");
            let found = page.match_indices(reference);
            let mut foreign = found.filter(|(at, _)| !is_ours(&page[*at..*at + 40]));
            assert_eq!(foreign.next(), None);
        }
    }
}
