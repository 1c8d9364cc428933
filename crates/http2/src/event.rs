//! What a session tells.

/// A block of header fields that has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadersEvent {
    /// The stream that it is about: of a promise, the one that is promised.
    pub stream: i32,
    /// Of a promise, the stream that it came on.
    pub promised_on: Option<i32>,
    /// 0 for a request, 1 for a response, 2 for the response to a promise, 3 for any other: further responses, trailers.
    pub category: u32,
    /// The flags of the frame.
    pub flags: u8,
    /// The fields, as [`Field::all_of`](crate::Field::all_of) reads them.
    pub fields: Vec<u8>,
}

/// Settings of a side, as they are from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsEvent {
    /// Whether they are ours, which the peer has taken.
    pub ack: bool,
    /// The values of the settings with the numbers of [`SettingsEvent::KNOWN`].
    pub known: [u32; SettingsEvent::KNOWN.len()],
    /// Numbers and values of the peer's other settings in this frame.
    pub other: Vec<(u16, u32)>,
}

impl SettingsEvent {
    /// The settings that the protocol has.
    pub const KNOWN: [u16; 7] = [1, 2, 3, 4, 5, 6, 8];
}

/// Something that has happened in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A request, a response, trailers or a promise.
    Headers(HeadersEvent),
    /// A part of a body.
    Data {
        /// The stream.
        stream: i32,
        /// The part.
        bytes: Vec<u8>,
    },
    /// The peer will send no more on a stream.
    Ended {
        /// The stream.
        stream: i32,
    },
    /// A stream is gone.
    Closed {
        /// The stream.
        stream: i32,
        /// Why: 0 if nothing was wrong.
        code: u32,
    },
    /// All that was left for a stream to send has become frames.
    Drained {
        /// The stream.
        stream: i32,
    },
    /// A stream has sent its body, and wants to send trailers.
    WantsTrailers {
        /// The stream.
        stream: i32,
    },
    /// The peer has settings, or has taken ours.
    Settings(SettingsEvent),
    /// A ping, or the answer to one of ours.
    Ping {
        /// Whether it is an answer.
        ack: bool,
        /// What came along.
        payload: [u8; 8],
    },
    /// The peer will take no more streams.
    GoAway {
        /// Why: 0 if nothing was wrong.
        code: u32,
        /// The last stream that it has looked at.
        last_stream: i32,
        /// What it wants to say.
        data: Vec<u8>,
    },
    /// Another place where the same can be had.
    AltSvc {
        /// The stream that it is about, or 0.
        stream: i32,
        /// For which origin, if the stream is 0.
        origin: Vec<u8>,
        /// The value of the field of that name.
        value: Vec<u8>,
    },
    /// Origins that the peer answers for.
    Origin(Vec<Vec<u8>>),
    /// A frame of ours could not be sent.
    NotSent {
        /// Its stream.
        stream: i32,
        /// Its type.
        frame: u8,
        /// Why, by the library's number.
        code: i32,
    },
    /// A frame was wrong, and the peer is told so.
    Invalid {
        /// Its stream.
        stream: i32,
        /// What is wrong, by the library's number.
        code: i32,
    },
}
