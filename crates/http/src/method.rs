//! Methods of requests.

/// The methods that scripts know, in the order of their numbers.
pub const METHODS: [&str; 35] = [
    "DELETE",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "CONNECT",
    "OPTIONS",
    "TRACE",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "PROPFIND",
    "PROPPATCH",
    "SEARCH",
    "UNLOCK",
    "BIND",
    "REBIND",
    "UNBIND",
    "ACL",
    "REPORT",
    "MKACTIVITY",
    "CHECKOUT",
    "MERGE",
    "M-SEARCH",
    "NOTIFY",
    "SUBSCRIBE",
    "UNSUBSCRIBE",
    "PATCH",
    "PURGE",
    "MKCALENDAR",
    "LINK",
    "UNLINK",
    "SOURCE",
    "QUERY",
];

/// Those of RTSP only. They are read to be refused, or to be part of a request of that protocol.
const RTSP: [&str; 11] = [
    "DESCRIBE",
    "ANNOUNCE",
    "SETUP",
    "PLAY",
    "PAUSE",
    "TEARDOWN",
    "GET_PARAMETER",
    "SET_PARAMETER",
    "REDIRECT",
    "RECORD",
    "FLUSH",
];

/// What follows the first line of a connection that speaks HTTP/2, whose method is `PRI`.
pub(crate) const PREFACE: &[u8] = b"\r\n\r\nSM\r\n\r\n";

/// A method, by its number: its place in [`METHODS`], or a greater one for those of RTSP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method(pub u8);

impl Method {
    pub(crate) const GET: Method = Method(1);
    pub(crate) const POST: Method = Method(3);
    pub(crate) const CONNECT: Method = Method(5);
    pub(crate) const OPTIONS: Method = Method(6);
    pub(crate) const SOURCE: Method = Method(33);
    pub(crate) const PRI: Method = Method((METHODS.len() + RTSP.len()) as u8);

    /// Its name.
    pub fn name(self) -> &'static str {
        let number = self.0 as usize;
        match METHODS.get(number) {
            Some(name) => name,
            None => RTSP.get(number - METHODS.len()).unwrap_or(&"PRI"),
        }
    }

    pub(crate) fn is_of_rtsp_only(self) -> bool {
        self.0 as usize >= METHODS.len() && self != Method::PRI
    }

    pub(crate) fn fits_rtsp(self) -> bool {
        self.is_of_rtsp_only() || [Method::GET, Method::POST, Method::OPTIONS].contains(&self)
    }

    fn all() -> impl Iterator<Item = (Method, &'static str)> {
        let names = METHODS.iter().chain(&RTSP).chain(&["PRI"]);
        names
            .enumerate()
            .map(|(number, name)| (Method(number as u8), *name))
    }

    /// The method with which the input begins, if what follows it is not part of a longer one; else how many bytes
    /// of the input are the beginning of some method.
    pub(crate) fn at_start(input: &[u8]) -> Result<Method, usize> {
        // What nearly every request begins with.
        if input.starts_with(b"GET ") {
            return Ok(Method::GET);
        }
        if input.starts_with(b"POST ") {
            return Ok(Method::POST);
        }
        let mut longest = 0;
        let mut found = None;
        for (method, name) in Method::all() {
            let common = common_length(name.as_bytes(), input);
            longest = longest.max(common);
            if common == name.len() {
                found = Some((method, common));
            }
        }
        match found {
            Some((method, length)) if length == longest => Ok(method),
            _ => Err(longest),
        }
    }
}

fn common_length(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
