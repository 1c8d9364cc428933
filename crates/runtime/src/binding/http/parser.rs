//! A parser for the library, and what it tells of each piece of input.

use std::cell::{Cell, RefCell, RefMut};
use std::ffi::CStr;
use std::rc::Rc;

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_http::{Event, Head, Kind, Lenient, ParseError, Parser};
use rondo_loop::{Error, Read};

use super::{Told, tell};
use crate::binding::define;
use crate::binding::stream::{Consumer, StreamHandle, end_of_file, young_bytes};
use crate::runtime::{Runtime, runtime};

/// What the library is told of a head, in bits; the version is above them.
mod flag {
    pub(super) const KEEPS_ALIVE: u32 = 1;
    pub(super) const UPGRADES: u32 = 1 << 1;
    pub(super) const CHUNKED: u32 = 1 << 2;
    pub(super) const LENGTH: u32 = 1 << 3;
    pub(super) const HOST: u32 = 1 << 4;
    pub(super) const EXPECT: u32 = 1 << 5;
    /// The message is over: there is no body, or it is all there.
    pub(super) const ENDS: u32 = 1 << 6;
    /// There is more input after it.
    pub(super) const MORE: u32 = 1 << 7;
    pub(super) const MINOR: u32 = 8;
    pub(super) const MAJOR: u32 = 12;
}

/// What a response will be, by what was asked for.
const NO_BODY: u32 = 1;
const TUNNEL: u32 = 2;

/// What the library's function for heads gives if what follows the message is no longer HTTP.
const UPGRADE: f64 = 2.0;

/// A parser for the library.
/// What a parser is to read, and how.
#[derive(Clone, Copy)]
struct Settings {
    kind: Kind,
    lenient: Lenient,
    head_limit: u32,
}

impl Settings {
    fn new(kind: Kind) -> Settings {
        Settings {
            kind,
            lenient: Lenient::default(),
            head_limit: 16 * 1024,
        }
    }
}

/// Parsers that no connection uses now. They go from hand to hand in their boxes: a connection has room for a pointer only.
#[expect(clippy::vec_box)]
#[derive(Default)]
pub(super) struct Spares(RefCell<Vec<Box<Parser>>>);

/// So many are kept, each with so much memory for heads at most.
const MOST_SPARES: usize = 8;
const MOST_KEPT: usize = 8 * 1024;

impl Spares {
    fn take(&self, settings: Settings) -> Box<Parser> {
        let spare = self.0.borrow_mut().pop();
        let mut parser = spare.unwrap_or_else(|| Box::new(Parser::new(settings.kind)));
        parser.restart(settings.kind);
        parser.set_head_limit(settings.head_limit as usize);
        parser.set_lenient(settings.lenient);
        parser
    }

    fn give_back(&self, parser: Box<Parser>) {
        let mut spares = self.0.borrow_mut();
        if spares.len() < MOST_SPARES && parser.kept_memory() <= MOST_KEPT {
            spares.push(parser);
        }
    }
}

struct HttpParser {
    settings: Cell<Settings>,
    /// What reads the message that is under way. Between messages there is none: most connections wait most of the time.
    parser: RefCell<Option<Box<Parser>>>,
    /// Counts resets: who is told of something may reset the parser meanwhile.
    generation: Cell<u32>,
    expected: Cell<u32>,
    /// When the message began, in the loop's time; 0 if there is none under way.
    began_at: Cell<u64>,
    is_in_head: Cell<bool>,
    /// The handle that it gets its input from.
    handle: RefCell<Option<Rc<StreamHandle>>>,
}

struct ParserObject(Rc<HttpParser>);

impl HostObject for ParserObject {
    const NAME: &'static CStr = c"HttpParser";
}

/// Who gets what is read from a handle. It keeps the parser's object alive as long as the handle is open.
struct Consuming {
    parser: Rc<HttpParser>,
    object: Persistent,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let constructor = scope.constructor("Parser", 0, construct)?;
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    define(scope, prototype, "reset", reset)?;
    define(scope, prototype, "expect", expect)?;
    define(scope, prototype, "consume", consume)?;
    define(scope, prototype, "unconsume", unconsume)?;
    define(scope, prototype, "execute", execute)?;
    define(scope, prototype, "finish", finish)?;
    define(scope, prototype, "stop", stop)?;
    define(scope, prototype, "startClock", start_clock)?;
    define(scope, prototype, "age", age)?;
    define(scope, prototype, "isInHead", is_in_head)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.http.prototype.set(kept);
    object.set_property(scope, "Parser", constructor)
}

fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<HttpParser>> {
    let object = args.this().host_data::<ParserObject>(scope)?;
    Some(&object.0)
}

/// `new Parser()`
fn construct<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let parser = HttpParser {
        settings: Cell::new(Settings::new(Kind::Request)),
        parser: RefCell::default(),
        generation: Cell::new(0),
        expected: Cell::new(0),
        began_at: Cell::new(0),
        is_in_head: Cell::new(false),
        handle: RefCell::default(),
    };
    let prototype = runtime(scope).state.http.prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    scope.host_object(ParserObject(Rc::new(parser)), prototype)
}

/// `reset(isResponse, headLimit, lenient)`: begins anew.
fn reset<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let Some(parser) = this(scope, &args) else {
        return Ok(());
    };
    let kind = match args.get(scope, 0).truthy() {
        true => Kind::Response,
        false => Kind::Request,
    };
    let usual = Settings::new(kind);
    parser.settings.set(Settings {
        head_limit: args.get(scope, 1).as_u32().unwrap_or(usual.head_limit),
        lenient: Lenient(args.get(scope, 2).as_u32().unwrap_or(0) as u16),
        ..usual
    });
    if let Some(parser) = parser.parser.take() {
        runtime(scope).state.http.spares.give_back(parser);
    }
    parser.count_reset();
    parser.expected.set(0);
    parser.began_at.set(0);
    parser.is_in_head.set(false);
    Ok(())
}

/// `expect(mode)`: what the next responses are: 1 without a body, 2 the beginning of a tunnel.
fn expect<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(parser) = this(scope, &args) {
        parser
            .expected
            .set(args.get(scope, 0).as_u32().unwrap_or(0));
    }
    Ok(())
}

/// `consume(handle)`: gets what is read there from now on. False if it is no open handle.
fn consume<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let handle = args.get(scope, 0);
    let Some(handle) = StreamHandle::of(scope, handle).filter(|handle| !handle.is_closing()) else {
        return Ok(false);
    };
    let Some(parser) = this(scope, &args) else {
        return Ok(false);
    };
    let object = Persistent::new(scope, args.this());
    handle.set_consumer(Some(Rc::new(Consuming {
        parser: parser.clone(),
        object,
    })));
    parser.handle.replace(Some(handle.clone()));
    Ok(true)
}

/// `unconsume()`: what is read goes to the script again.
fn unconsume<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let handle = this(scope, &args).and_then(|parser| parser.handle.take());
    if let Some(handle) = handle {
        handle.set_consumer(None);
    }
    Ok(())
}

/// `execute(bytes)`: reads a piece of input.
fn execute<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let input = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    match this(scope, &args) {
        Some(parser) => parser.run(scope, args.this(), &input),
        None => Ok(()),
    }
}

/// `finish()`: there is no more input.
fn finish<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let Some(parser) = this(scope, &args) else {
        return Ok(());
    };
    let outcome = match parser.parser.borrow_mut().as_mut() {
        Some(parser) => parser.finish(),
        None => Ok(None),
    };
    match outcome {
        Ok(None) => Ok(()),
        Ok(Some(_)) => {
            parser.began_at.set(0);
            let undefined = scope.undefined();
            tell(scope, Told::End, &[args.this(), undefined]).map(drop)
        }
        Err(error) => parser.fail(scope, args.this(), error, &[]),
    }
}

/// `stop()`: nothing more is read of the piece that is being read.
fn stop<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(parser) = this(scope, &args) {
        parser.count_reset();
    }
    Ok(())
}

/// `startClock()`: a connection on which nothing comes is as old as one on which a head does not end.
fn start_clock<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(parser) = this(scope, &args) {
        parser.begin(scope);
    }
    Ok(())
}

/// `age()`: for how many milliseconds a message has been coming; -1 if there is none.
fn age<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let began_at = this(scope, &args).map_or(0, |parser| parser.began_at.get());
    Ok(match began_at {
        0 => -1.0,
        _ => runtime(scope).event_loop.now().saturating_sub(began_at) as f64,
    })
}

/// `isInHead()`: whether the message's head is not yet whole.
fn is_in_head<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(this(scope, &args).is_some_and(|parser| parser.is_in_head.get()))
}

impl Consumer for Consuming {
    fn read(&self, owner: &Rc<Runtime>, handle: &Rc<StreamHandle>, what: Read<'_>) {
        match what {
            Read::Data(bytes) => owner.enter(|scope| {
                handle.enter_context(scope);
                let object = self.object.get(scope);
                self.parser.run(scope, object, bytes)
            }),
            Read::End => handle.tell_of_count(end_of_file()),
            Read::Failed(error) => handle.tell_of_count(Error::from(error).code()),
        }
    }
}

impl HttpParser {
    /// Reads a piece of input, and tells the library what is in it.
    fn run(&self, scope: &mut Scope<'_>, object: Local<'_>, input: &[u8]) -> JsResult<()> {
        let mut run = Run {
            parser: self,
            generation: self.generation.get(),
            input,
            at: 0,
            expects_more: true,
            upgrades: false,
        };
        while run.goes_on() {
            let event = self.lent(scope).next(input, &mut run.at);
            let goes_on = scope.nested(|scope| run.handle(scope, object, event))?;
            if !goes_on {
                break;
            }
        }
        self.give_back(scope);
        Ok(())
    }

    /// The parser of the message that is under way, or that is to come.
    fn lent(&self, scope: &Scope<'_>) -> RefMut<'_, Parser> {
        RefMut::map(self.parser.borrow_mut(), |place| {
            let settings = self.settings.get();
            let spares = || runtime(scope).state.http.spares.take(settings);
            &mut **place.get_or_insert_with(spares)
        })
    }

    /// Does without one if no message is under way.
    fn give_back(&self, scope: &Scope<'_>) {
        let mut place = self.parser.borrow_mut();
        if let Some(parser) = place.take_if(|parser| parser.is_between_messages()) {
            runtime(scope).state.http.spares.give_back(parser);
        }
    }

    fn fail(
        &self,
        scope: &mut Scope<'_>,
        object: Local<'_>,
        error: ParseError,
        input: &[u8],
    ) -> JsResult<()> {
        let code = scope.string(error.code)?;
        let reason = scope.string(error.reason)?;
        let place = scope.number(error.at as f64);
        let bytes = scope.uint8_array(input)?;
        tell(scope, Told::Failed, &[object, code, reason, place, bytes]).map(drop)
    }

    /// Ends the run that is under way, if there is one.
    fn count_reset(&self) {
        let count = self.generation.get();
        self.generation.set(count.wrapping_add(1));
    }

    fn begin(&self, scope: &Scope<'_>) {
        self.began_at.set(runtime(scope).event_loop.now().max(1));
        self.is_in_head.set(true);
    }

    fn end(&self) {
        self.began_at.set(0);
    }
}

/// A piece of input that is being read.
struct Run<'a> {
    parser: &'a HttpParser,
    generation: u32,
    input: &'a [u8],
    at: usize,
    /// Whether the library waits to hear that the piece is used up.
    expects_more: bool,
    /// Whether the head of a message was in it after which all is no longer HTTP.
    upgrades: bool,
}

impl Run<'_> {
    /// False once the parser was reset or stopped by who was told of something.
    fn goes_on(&self) -> bool {
        self.generation == self.parser.generation.get()
    }

    /// Tells the library of an event. False if there is nothing more to be read.
    fn handle(
        &mut self,
        scope: &mut Scope<'_>,
        object: Local<'_>,
        event: Result<Event, ParseError>,
    ) -> JsResult<bool> {
        match event {
            Ok(Event::Begin) => self.parser.begin(scope),
            Ok(Event::Head) => {
                self.parser.is_in_head.set(false);
                let next = self.tell_head(scope, object)?;
                if let Some(next) = next.filter(|_| self.goes_on()) {
                    return self.handle(scope, object, next);
                }
            }
            Ok(Event::Body(range)) => {
                let bytes = young_bytes(scope, &self.input[range])?;
                self.expects_more = false;
                tell(scope, Told::Body, &[object, bytes])?;
            }
            Ok(Event::End) => {
                self.parser.end();
                let trailers = self.trailers(scope)?;
                self.expects_more = self.at < self.input.len();
                let more = scope.boolean(self.expects_more);
                tell(scope, Told::End, &[object, trailers, more])?;
            }
            Ok(Event::Upgrade) => {
                let rest = scope.uint8_array(&self.input[self.at..])?;
                tell(scope, Told::Upgraded, &[object, rest])?;
                return Ok(false);
            }
            Ok(Event::More) => {
                if self.expects_more || self.upgrades {
                    tell(scope, Told::Executed, &[object])?;
                }
                return Ok(false);
            }
            Err(error) => {
                self.parser.fail(scope, object, error, self.input)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tells of a head, with the body if that is there. Gives the event after it, if that was looked at.
    fn tell_head(
        &mut self,
        scope: &mut Scope<'_>,
        object: Local<'_>,
    ) -> JsResult<Option<Result<Event, ParseError>>> {
        let mut parser = self.parser.lent(scope);
        match self.parser.expected.get() {
            NO_BODY => parser.skip_body(),
            TUNNEL if parser.head(self.input).status() / 100 != 1 => {
                parser.skip_body();
                parser.upgrade(true);
            }
            _ => {}
        }
        let head = parser.head(self.input);
        let is_tunnel = self.parser.expected.get() == TUNNEL;
        let text = text_of(scope, &head)?;
        let code = head
            .method()
            .map_or(head.status(), |method| u16::from(method.0));
        let words = head.words();
        let numbers = [words.start, words.end, head.fields_at()];
        let length = head.content_length();
        let mut flags = flags_of(&head);
        let upgrades = head.upgrades() || is_tunnel;
        let mut next = None;
        let mut body = scope.undefined();
        if !upgrades {
            let mut event = parser.next(self.input, &mut self.at);
            if let (Ok(Event::Body(range)), Some(length)) = (&event, length)
                && range.len() as u64 == length
            {
                // No script runs in this.
                body = young_bytes(scope, &self.input[range.clone()])?;
                event = parser.next(self.input, &mut self.at);
            }
            match event {
                Ok(Event::End) if parser.trailers(self.input).is_none() => {
                    flags |= flag::ENDS;
                    self.parser.end();
                }
                event => next = Some(event),
            }
        }
        drop(parser);
        self.expects_more = next.is_none() && self.at < self.input.len();
        if self.expects_more {
            flags |= flag::MORE;
        }
        let [start, end, fields_at] = numbers.map(|number| scope.number(number as f64));
        let (code, flags) = (scope.number(code.into()), scope.number(flags.into()));
        let arguments = [object, text, code, flags, start, end, fields_at, body];
        let answer = tell(scope, Told::Head, &arguments)?;
        if upgrades && !is_tunnel {
            self.upgrades = answer.as_number() == Some(UPGRADE);
            self.parser.lent(scope).upgrade(self.upgrades);
        }
        Ok(next)
    }

    fn trailers<'s>(&self, scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
        let parser = self.parser.lent(scope);
        match parser.trailers(self.input) {
            Some(head) => text_of(scope, &head),
            None => Ok(scope.undefined()),
        }
    }
}

fn flags_of(head: &Head<'_>) -> u32 {
    let (major, minor) = head.version();
    let bits = [
        (head.keeps_alive(), flag::KEEPS_ALIVE),
        (head.upgrades(), flag::UPGRADES),
        (head.is_chunked(), flag::CHUNKED),
        (head.content_length().is_some(), flag::LENGTH),
        (head.has_host(), flag::HOST),
        (head.has_expect(), flag::EXPECT),
    ];
    let set = bits.iter().filter(|(is_set, _)| *is_set);
    set.map(|(_, bit)| bit).sum::<u32>()
        | u32::from(minor) << flag::MINOR
        | u32::from(major) << flag::MAJOR
}

/// A head as text. One that only a lenient parser takes is written as a strict one would have it.
fn text_of<'s>(scope: &mut Scope<'s>, head: &Head<'_>) -> JsResult<Local<'s>> {
    if !head.is_irregular() {
        return scope.string_latin1(head.bytes());
    }
    let mut text = head.bytes()[..head.fields_at()].to_vec();
    for (name, value) in head.fields() {
        text.extend_from_slice(name);
        text.push(b':');
        text.extend(value.iter().filter(|byte| !b"\r\n".contains(byte)));
        text.extend_from_slice(b"\r\n");
    }
    text.extend_from_slice(b"\r\n");
    scope.string_latin1(&text)
}
