//! HTTP/1 messages out of bytes, however these are cut.
//!
//! A [`Parser`] is given pieces of input and says, event by event, what is in them: a head, a part of a body, the end
//! of a message. It copies nothing but heads that are cut. What it accepts and what it refuses, and with which words, is what
//! Node does: `tests/verdicts.rs` has a table of that.
//!
//! ```
//! use rondo_http::{Event, Kind, Parser};
//!
//! let mut parser = Parser::new(Kind::Request);
//! let input = b"POST /a HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\nhi";
//! let mut at = 0;
//! assert!(matches!(parser.next(input, &mut at), Ok(Event::Begin)));
//! assert!(matches!(parser.next(input, &mut at), Ok(Event::Head)));
//! let head = parser.head(input);
//! assert_eq!(head.method().map(|method| method.name()), Some("POST"));
//! assert_eq!(head.target(), b"/a");
//! let Ok(Event::Body(body)) = parser.next(input, &mut at) else { panic!() };
//! assert_eq!(&input[body], b"hi");
//! assert!(matches!(parser.next(input, &mut at), Ok(Event::End)));
//! assert!(matches!(parser.next(input, &mut at), Ok(Event::More)));
//! ```

#![forbid(unsafe_code)]

mod body;
mod chars;
mod chunk;
mod error;
mod field;
mod head;
mod lenient;
mod method;
mod parser;
mod start_line;
mod target;

pub use error::ParseError;
pub use field::Fields;
pub use head::{Head, Kind};
pub use lenient::Lenient;
pub use method::{METHODS, Method};
pub use parser::{Event, Parser};
