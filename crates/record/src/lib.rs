//! Recordings of what an event loop did: what is in them, how they are written and read.
//!
//! A recording is a row of [`Event`]s, each with its time in nanoseconds. Texts and places in sources are defined once
//! and named by numbers afterwards. [`Writer`] writes to a file as it goes, or keeps the last seconds in memory until
//! somebody asks for them; [`Recording`] reads both. `docs/recording.md` tells the format.
//!
//! ```
//! use rondo_record::{Bounds, Event, Phase, Recording, Writer};
//!
//! let mut writer = Writer::in_memory(&[("program", "app.js")], Bounds::default());
//! let kind = writer.text("Timeout");
//! let place = writer.place("app.js", 3, 7, "");
//! writer.add(1_000, &Event::PhaseBegin(Phase::Timers));
//! writer.add(1_500, &Event::Made { id: 2, kind, by: 1, place, runs: place });
//!
//! let bytes = writer.to_bytes();
//! let recording = Recording::parse(&bytes)?;
//! assert_eq!(recording.about("program"), Some("app.js"));
//! let events: Vec<_> = recording.events().collect();
//! assert_eq!(events[1], (1_500, Event::Made { id: 2, kind, by: 1, place, runs: place }));
//! assert_eq!(recording.place(place).map(|place| place.line), Some(3));
//! # Ok::<(), rondo_record::Damaged>(())
//! ```
#![forbid(unsafe_code)]

mod chrome;
mod event;
mod hash;
pub mod model;
mod number;
mod reader;
mod writer;

pub use chrome::{quote, to_chrome};
pub use event::{Event, Phase, PlaceId, TextId};
pub use hash::{QuickHash, QuickHasher};
pub use number::{Reader, put_bytes, put_number, zigzag};
pub use reader::{Damaged, Events, Place, Recording};
pub use writer::{Bounds, Writer};

/// What a file begins with; the last byte is the version of the format.
pub const MAGIC: [u8; 8] = *b"rondo\x1a\x00\x01";

/// What a chunk of a file holds.
mod chunk {
    /// Pairs of texts about the whole recording.
    pub(crate) const ABOUT: u8 = 1;
    /// Texts and places.
    pub(crate) const DEFINITIONS: u8 = 2;
    /// Events.
    pub(crate) const EVENTS: u8 = 3;
}
