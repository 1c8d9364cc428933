//! Ciphers: what `createCipheriv` and `createDecipheriv` stand on, with Node's rules for tags and lengths.

use std::sync::Arc;

use crate::sys::cipher::{Cipher, Context, MAX_BLOCK};
use crate::{Error, Kind, Refusal, Result, sys};

/// How a cipher goes from block to block. The numbers are OpenSSL's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// No blocks at all
    Stream,
    /// Each block by itself
    Ecb,
    /// Blocks are chained
    Cbc,
    /// Feedback of what was encrypted
    Cfb,
    /// Feedback of the key stream
    Ofb,
    /// A counter
    Ctr,
    /// A counter, with a tag
    Gcm,
    /// A counter and a chain, with a tag
    Ccm,
    /// For sectors of disks
    Xts,
    /// For keys
    Wrap,
    /// An offset for each block, with a tag
    Ocb,
    /// The vector is made of the data, with a tag
    Siv,
    /// Likewise, with a counter
    GcmSiv,
}

impl Mode {
    fn numbered(number: i32) -> Mode {
        match number {
            1 => Mode::Ecb,
            2 => Mode::Cbc,
            3 => Mode::Cfb,
            4 => Mode::Ofb,
            5 => Mode::Ctr,
            6 => Mode::Gcm,
            7 => Mode::Ccm,
            0x10001 => Mode::Xts,
            0x10002 => Mode::Wrap,
            0x10003 => Mode::Ocb,
            0x10004 => Mode::Siv,
            0x10005 => Mode::GcmSiv,
            _ => Mode::Stream,
        }
    }

    fn has_tag(self) -> bool {
        matches!(
            self,
            Mode::Gcm | Mode::Ccm | Mode::Ocb | Mode::Siv | Mode::GcmSiv
        )
    }

    /// Whether the vector is made of all the data, of which there can be one piece only.
    fn is_synthetic(self) -> bool {
        matches!(self, Mode::Siv | Mode::GcmSiv)
    }

    /// Whether what is decrypted is compared with the tag at once.
    fn checks_early(self) -> bool {
        matches!(self, Mode::Ccm | Mode::Siv)
    }

    /// Its name, as in `gcm`.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Stream => "stream",
            Mode::Ecb => "ecb",
            Mode::Cbc => "cbc",
            Mode::Cfb => "cfb",
            Mode::Ofb => "ofb",
            Mode::Ctr => "ctr",
            Mode::Gcm => "gcm",
            Mode::Ccm => "ccm",
            Mode::Xts => "xts",
            Mode::Wrap => "wrap",
            Mode::Ocb => "ocb",
            Mode::Siv => "siv",
            Mode::GcmSiv => "gcm-siv",
        }
    }
}

/// A cipher, found by its name. To have one spares OpenSSL the search.
#[derive(Clone)]
pub struct CipherKind(Arc<Found>);

struct Found {
    cipher: Cipher,
    mode: Mode,
    key_length: usize,
    iv_length: usize,
    block_size: usize,
    /// It has a tag to check what is decrypted by.
    is_authenticated: bool,
    is_chacha: bool,
}

impl CipherKind {
    /// The cipher of that name, if OpenSSL ever had one.
    pub fn find(name: &str) -> Option<CipherKind> {
        sys::init();
        let cipher = Cipher::find(name)?;
        let mode = Mode::numbered(cipher.mode());
        const CHACHA20_POLY1305: i32 = 1018;
        let is_chacha = cipher.nid() == CHACHA20_POLY1305;
        Some(CipherKind(Arc::new(Found {
            mode,
            key_length: cipher.key_length(),
            iv_length: cipher.iv_length(),
            block_size: cipher.block_size(),
            is_authenticated: is_chacha || mode.has_tag(),
            is_chacha,
            cipher,
        })))
    }

    /// The cipher that has this number with OpenSSL.
    pub fn numbered(nid: i32) -> Option<CipherKind> {
        sys::init();
        CipherKind::find(&sys::cipher::short_name(nid)?)
    }

    /// Its mode of operation
    pub fn mode(&self) -> Mode {
        self.0.mode
    }

    /// Its name in small letters; for those that have a number, the name that goes with it.
    pub fn name(&self) -> String {
        let short = match self.nid() {
            0 => None,
            nid => sys::cipher::short_name(nid),
        };
        let name = short.unwrap_or_else(|| self.0.cipher.name());
        name.to_ascii_lowercase()
    }

    /// OpenSSL's number for it, or 0
    pub fn nid(&self) -> i32 {
        self.0.cipher.nid()
    }

    /// How many bytes a key has
    pub fn key_length(&self) -> usize {
        self.0.key_length
    }

    /// How many bytes an initialization vector has, or has by default
    pub fn iv_length(&self) -> usize {
        self.0.iv_length
    }

    /// How many bytes a block has
    pub fn block_size(&self) -> usize {
        self.0.block_size
    }

    /// Whether keys and vectors may be so long.
    pub fn takes(&self, key_length: Option<usize>, iv_length: Option<usize>) -> bool {
        let taken = Context::new().and_then(|mut context| {
            context.set_cipher(&self.0.cipher, true)?;
            if let Some(length) = key_length {
                context.set_key_length(length)?;
            }
            match iv_length {
                Some(length) if self.0.mode == Mode::Ccm && !(7..=13).contains(&length) => {
                    Err(invalid_iv())
                }
                Some(length) if self.0.is_authenticated && !self.0.mode.is_synthetic() => {
                    context.set_iv_length(length)
                }
                Some(length) if length != self.0.iv_length => Err(invalid_iv()),
                _ => Ok(()),
            }
        });
        sys::clear_errors();
        taken.is_ok()
    }
}

fn invalid_iv() -> Error {
    Refusal::new(
        Kind::Type,
        "ERR_CRYPTO_INVALID_IV",
        "Invalid initialization vector",
    )
    .into()
}

fn invalid_tag_length(length: usize) -> Error {
    Error::Refused(Refusal {
        kind: Kind::Type,
        code: Some("ERR_CRYPTO_INVALID_AUTH_TAG"),
        message: format!("Invalid authentication tag length: {length}").into(),
    })
}

/// What came of an operation that only some ciphers have, at some times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// It was done.
    Yes,
    /// It cannot be done with this cipher, or not now.
    No,
}

/// What a cipher is to be made of.
pub struct Plan<'a> {
    /// Which
    pub kind: &'a CipherKind,
    /// The name by which the script calls it
    pub name: &'a str,
    /// The key
    pub key: &'a [u8],
    /// The initialization vector; none is another thing than an empty one.
    pub iv: Option<&'a [u8]>,
    /// How long the tag is to be, if that was told
    pub tag_length: Option<usize>,
    /// Or decrypts
    pub encrypts: bool,
}

/// Something that is being encrypted or decrypted.
pub struct Crypter {
    kind: CipherKind,
    /// `None` once it is finished.
    context: Option<Context>,
    encrypts: bool,
    /// How long the tag is, once that is known
    tag_length: Option<usize>,
    tag: Tag,
    /// The tag did not fit, which is told at the end.
    is_forged: bool,
    has_begun: bool,
    longest_message: usize,
}

/// The tag, on its way.
enum Tag {
    Unknown,
    /// Known, but not yet to OpenSSL
    Given([u8; 16]),
    /// To be compared, or made
    Known([u8; 16]),
}

/// Longer pieces of data OpenSSL does not take.
const LONGEST: usize = i32::MAX as usize;

impl Crypter {
    /// Begins to encrypt or decrypt.
    pub fn new(plan: &Plan<'_>) -> Result<Crypter> {
        let found = &plan.kind.0;
        check_iv(found, plan.iv)?;
        sys::clear_errors();
        let mut crypter = Crypter {
            kind: plan.kind.clone(),
            context: None,
            encrypts: plan.encrypts,
            tag_length: None,
            tag: Tag::Unknown,
            is_forged: false,
            has_begun: false,
            longest_message: LONGEST,
        };
        let mut context = Context::new()?;
        context
            .set_cipher(&found.cipher, plan.encrypts)
            .map_err(Error::repeating_first)?;
        if found.is_authenticated {
            let iv_length = plan.iv.map_or(0, <[u8]>::len);
            crypter.set_up_tag(&mut context, plan, iv_length)?;
        }
        // Most have one length, and it costs time to say it.
        if plan.key.len() != found.key_length && context.set_key_length(plan.key.len()).is_err() {
            let code = "ERR_CRYPTO_INVALID_KEYLEN";
            return Err(Refusal::new(Kind::Range, code, "Invalid key length").into());
        }
        context
            .set_key(plan.key, plan.iv, plan.encrypts)
            .map_err(Error::repeating_first)?;
        crypter.context = Some(context);
        Ok(crypter)
    }

    fn set_up_tag(
        &mut self,
        context: &mut Context,
        plan: &Plan<'_>,
        iv_length: usize,
    ) -> Result<()> {
        let found = &plan.kind.0;
        if found.mode.is_synthetic() {
            let length = plan.tag_length.unwrap_or(16);
            self.tag_length = Some(length);
            return match length {
                16 => Ok(()),
                _ => Err(invalid_tag_length(length)),
            };
        }
        if iv_length != found.iv_length || found.mode == Mode::Ccm {
            context.set_iv_length(iv_length).map_err(|_| invalid_iv())?;
        }
        let asked = match plan.tag_length {
            None if found.is_chacha => Some(16),
            asked => asked,
        };
        if found.mode == Mode::Gcm {
            if let Some(length) = asked {
                if !is_gcm_tag_length(length) {
                    return Err(invalid_tag_length(length));
                }
                self.tag_length = Some(length);
            }
            return Ok(());
        }
        let Some(length) = asked else {
            return Err(Error::Refused(Refusal {
                kind: Kind::Type,
                code: Some("ERR_CRYPTO_INVALID_AUTH_TAG"),
                message: format!("authTagLength required for {}", plan.name).into(),
            }));
        };
        let fits = match found.is_chacha {
            true => length <= 16,
            false => context.set_tag_length(length).is_ok(),
        };
        if !fits {
            return Err(invalid_tag_length(length));
        }
        self.tag_length = Some(length);
        if found.mode == Mode::Ccm {
            // As many bytes as are left of 15 hold the length of the message.
            self.longest_message = match iv_length {
                12 => (1 << 24) - 1,
                13 => (1 << 16) - 1,
                _ => LONGEST,
            };
        }
        Ok(())
    }

    fn check_message(&self, length: usize) -> Result<()> {
        if length <= self.longest_message {
            return Ok(());
        }
        let code = "ERR_CRYPTO_INVALID_MESSAGELEN";
        Err(Refusal::new(Kind::Range, code, "Invalid message length").into())
    }

    /// Hands the tag to OpenSSL, which for some ciphers must have it before the data.
    fn pass_tag(&mut self) -> Done {
        let (Some(context), Tag::Given(tag)) = (&mut self.context, &self.tag) else {
            return Done::Yes;
        };
        let tag = *tag;
        let length = self.tag_length.unwrap_or(16).min(16);
        let done = context.set_tag(&tag[..length]);
        self.tag = Tag::Known(tag);
        match done {
            Ok(()) => Done::Yes,
            Err(_) => Done::No,
        }
    }

    /// Takes in data that is authenticated only. CCM must be told how long the rest is.
    pub fn add_data(&mut self, data: &[u8], message_length: Option<usize>) -> Result<Done> {
        let is_late = self.has_begun && self.kind.0.mode.is_synthetic();
        if self.context.is_none() || !self.kind.0.is_authenticated || is_late {
            return Ok(Done::No);
        }
        if self.kind.0.mode == Mode::Ccm {
            let Some(length) = message_length else {
                let message = "options.plaintextLength required for CCM mode with AAD";
                return Err(Refusal::new(Kind::Type, "ERR_MISSING_ARGS", message).into());
            };
            self.check_message(length)?;
            if !self.encrypts && self.pass_tag() == Done::No {
                return Ok(Done::No);
            }
            let announced = self
                .context
                .as_mut()
                .map(|context| context.announce(length));
            if !matches!(announced, Some(Ok(()))) {
                return Ok(Done::No);
            }
        } else if !self.encrypts {
            self.pass_tag();
        }
        let added = self.context.as_mut().map(|context| context.add_data(data));
        Ok(match added {
            Some(Ok(())) => Done::Yes,
            _ => Done::No,
        })
    }

    /// Takes in a piece of data, and gives what comes out.
    pub fn update(&mut self, data: &[u8]) -> Result<Vec<u8>> {
        sys::clear_errors();
        if data.len() > LONGEST - MAX_BLOCK {
            return Err(Refusal::new(Kind::Range, "ERR_OUT_OF_RANGE", "data is too long").into());
        }
        if self.kind.0.mode == Mode::Ccm {
            self.check_message(data.len())?;
        }
        if !self.encrypts && self.kind.0.is_authenticated {
            self.pass_tag();
        }
        self.has_begun = true;
        let output = self.updated(data);
        match output {
            // What was decrypted is given to nobody.
            Err(_)
                if self.kind.0.mode.checks_early() && !self.encrypts && self.context.is_some() =>
            {
                self.is_forged = true;
                Ok(Vec::new())
            }
            Err(_) => Err(Refusal::plain("Trying to add data in unsupported state").into()),
            output => output,
        }
    }

    fn updated(&mut self, data: &[u8]) -> Result<Vec<u8>> {
        let context = self.context.as_mut().ok_or_else(Error::queued)?;
        let most = match self.kind.0.mode {
            Mode::Wrap => context
                .wrapped_length(data)?
                .max(data.len() + self.kind.0.block_size * 2),
            _ => data.len() + self.kind.0.block_size,
        };
        context.update(data, most)
    }

    /// Whether to pad the last block.
    pub fn set_padding(&mut self, padding: bool) -> Done {
        let set = self
            .context
            .as_mut()
            .map(|context| context.set_padding(padding));
        match set {
            Some(Ok(())) => Done::Yes,
            _ => Done::No,
        }
    }

    /// The tag that what is decrypted must have.
    pub fn set_tag(&mut self, tag: &[u8]) -> Result<Done> {
        let is_expected = self.context.is_some()
            && self.kind.0.is_authenticated
            && !self.encrypts
            && !(self.has_begun && self.kind.0.mode.is_synthetic())
            && matches!(self.tag, Tag::Unknown);
        if !is_expected {
            return Ok(Done::No);
        }
        // A shorter one has to be asked for.
        if tag.len() != self.tag_length.unwrap_or(16) {
            return Err(invalid_tag_length(tag.len()));
        }
        let mut kept = [0; 16];
        kept[..tag.len()].copy_from_slice(tag);
        self.tag_length = Some(tag.len());
        self.tag = Tag::Given(kept);
        Ok(Done::Yes)
    }

    /// The tag of what was encrypted, once that is finished.
    pub fn tag(&self) -> Option<&[u8]> {
        match &self.tag {
            Tag::Known(tag) if self.context.is_none() && self.encrypts => {
                tag.get(..self.tag_length?)
            }
            _ => None,
        }
    }

    /// The rest of the output. There can be no more data after that.
    pub fn finish(&mut self) -> Result<Vec<u8>> {
        sys::clear_errors();
        if self.context.is_none() {
            let code = "ERR_CRYPTO_INVALID_STATE";
            return Err(Refusal::new(Kind::Error, code, "Invalid state").into());
        }
        if self.kind.0.is_authenticated && !self.encrypts {
            self.pass_tag();
        }
        let Some(mut context) = self.context.take() else {
            return Err(Error::queued());
        };
        let unable = || Refusal::plain("Unsupported state or unable to authenticate data");
        let found = &self.kind.0;
        if found.is_authenticated && !self.encrypts {
            let has_tag = matches!(self.tag, Tag::Known(_));
            if !has_tag || self.is_forged {
                return Err(unable().into());
            }
            // CCM has compared it already.
            if found.mode == Mode::Ccm {
                return Ok(Vec::new());
            }
        }
        let mut block = [0; MAX_BLOCK];
        let count = context
            .finish(&mut block)
            .map_err(|error| match found.is_authenticated {
                true => unable().into(),
                false => error.repeating_first(),
            })?;
        if found.is_authenticated && self.encrypts {
            let length = *self.tag_length.get_or_insert(16);
            let mut tag = [0; 16];
            context.tag(&mut tag[..length])?;
            self.tag = Tag::Known(tag);
        }
        Ok(block[..count].to_vec())
    }
}

fn is_gcm_tag_length(length: usize) -> bool {
    matches!(length, 4 | 8 | 12..=16)
}

/// Whether the vector is there if one is needed, and fits where there is but one length.
fn check_iv(found: &Found, iv: Option<&[u8]>) -> Result<()> {
    let fits = match iv {
        None => found.iv_length == 0,
        Some(iv) if found.is_authenticated && !found.mode.is_synthetic() => {
            !iv.is_empty()
                && (!found.is_chacha || iv.len() <= 12)
                && (found.mode != Mode::Ccm || (7..=13).contains(&iv.len()))
        }
        Some(iv) => iv.len() == found.iv_length,
    };
    if fits { Ok(()) } else { Err(invalid_iv()) }
}
