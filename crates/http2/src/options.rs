//! What a session is made with.

/// How frames are padded, so that their sizes tell less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Padding {
    /// Not at all.
    #[default]
    None,
    /// Up to a multiple of eight bytes.
    Aligned,
    /// As much as there may be.
    Max,
}

/// What a session is made with. `None` is nghttp2's own default.
#[derive(Clone, Debug)]
pub struct Options {
    /// The most that the tables of the compressor may take.
    pub max_deflate_table: Option<usize>,
    /// How many pushed streams may be reserved.
    pub max_reserved_remote: Option<u32>,
    /// How long a block of header fields may be, compressed.
    pub max_send_header_block: Option<usize>,
    /// What the peer is taken to allow until it says otherwise.
    pub peer_max_concurrent: Option<u32>,
    /// How many entries a SETTINGS frame may have.
    pub max_settings: Option<usize>,
    /// How many resets may come at once, and how many a second after that.
    pub reset_rate: Option<(u64, u64)>,
    /// Whether white space at the ends of values is let through.
    pub lenient_white_space: bool,
    /// How frames are padded.
    pub padding: Padding,
    /// How many header fields a message may have.
    pub max_header_pairs: usize,
    /// How many frames may be invalid, or empty, before the session is given up.
    pub max_invalid_frames: u32,
    /// How many bytes streams may take together, with what they have to send, before no further one is taken.
    pub max_memory: usize,
    /// How many streams may be rejected for that before the session is given up.
    pub max_rejected_streams: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_deflate_table: None,
            max_reserved_remote: None,
            max_send_header_block: None,
            peer_max_concurrent: None,
            max_settings: None,
            reset_rate: None,
            lenient_white_space: false,
            padding: Padding::None,
            max_header_pairs: 128,
            max_invalid_frames: 1000,
            max_memory: 10_000_000,
            max_rejected_streams: 100,
        }
    }
}
