//! `rondo see`: a page that shows a recording.
//!
//! | part | what |
//! | --- | --- |
//! | [`model_of`] | what a recording tells: callbacks, what made them, queues |
//! | [`pack`] | that as columns, deflated |
//! | [`page`] | the page, with the scripts of `page/` |
//! | [`see`] | the command |
//!
//! Scripts on the page only show: what follows from what is found out here.
//!
//! ```
//! use rondo_record::{Bounds, Event, Recording, Writer};
//! use rondo_see::{Queue, model_of};
//!
//! let mut writer = Writer::in_memory(&[], Bounds::default());
//! let kind = writer.text("TickObject");
//! let place = writer.place("app.js", 3, 7, "");
//! writer.add(10, &Event::Made { id: 2, kind, by: 1, place, runs: place });
//! writer.add(20, &Event::RunBegin { id: 2 });
//! writer.add(30, &Event::RunEnd { id: 2 });
//!
//! let bytes = writer.to_bytes();
//! let model = model_of(&Recording::parse(&bytes)?);
//! assert_eq!(model.queue_at(Queue::Ticks, 15).len(), 1);
//! assert_eq!(model.queue_at(Queue::Ticks, 25).len(), 0);
//! assert_eq!(model.scheduled_by(0), [1]);
//! # Ok::<(), rondo_record::Damaged>(())
//! ```
#![forbid(unsafe_code)]

mod build;
mod command;
mod json;
mod live;
mod model;
mod names;
mod pack;
mod page;
mod queues;

pub use build::model_of;
pub use command::{Request, USAGE, parse, see};
pub use model::{Job, Lane, Model, NONE, Open, Queue, Resource, Span, Spot, Wait};
pub use pack::pack;
pub use page::page;
