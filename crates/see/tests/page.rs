//! A page of a recording.

use rondo_record::model::model_of;
use rondo_record::{Bounds, Event, Recording, Writer};
use rondo_see::{pack, page};

fn recording() -> Vec<u8> {
    let mut writer = Writer::in_memory(&[("program", "app.js")], Bounds::default());
    let kind = writer.text("TickObject");
    let place = writer.place("app.js", 3, 7, "");
    let runs = place;
    writer.add(
        10,
        &Event::Made {
            id: 2,
            kind,
            by: 1,
            place,
            runs,
        },
    );
    writer.add(20, &Event::RunBegin { id: 2 });
    writer.add(30, &Event::RunEnd { id: 2 });
    writer.add(40, &Event::End { code: 0 });
    writer.to_bytes()
}

#[test]
fn a_page_is_made() {
    let bytes = recording();
    let model = model_of(&Recording::parse(&bytes).unwrap());
    let page = page("app.js", &pack(&model).unwrap());
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
}

#[test]
fn what_is_damaged_makes_some_page() {
    let bytes = recording();
    for place in 8..bytes.len() {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] = byte;
            if let Ok(recording) = Recording::parse(&damaged) {
                pack(&model_of(&recording)).unwrap();
            }
        }
    }
}
