//! Stacks in V8's form: `err.stack`, `Error.captureStackTrace`, `Error.stackTraceLimit`,
//! `Error.prepareStackTrace` with call-site objects. Nothing is formatted before it is read.

use mozjs::jsapi::{
    CaptureCurrentStack, ExceptionStack, ExceptionStackOrNull, GetPendingExceptionStack,
    GetSavedFrameColumn, GetSavedFrameFunctionDisplayName, GetSavedFrameLine, GetSavedFrameParent,
    GetSavedFrameSource, JSObject, JSString, Rooted, SavedFrameResult, SavedFrameSelfHosted,
    StackCapture, TaggedColumnNumberOneOrigin,
};
use mozjs::jsval::{ObjectOrNullValue, StringValue, UndefinedValue};
use mozjs::rooted;

use crate::{Args, ErrorKind, HostObject, JsResult, Local, Persistent, Scope, Thrown};

/// A place on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function's name, if it has one
    pub function: Option<String>,
    /// The script's name
    pub file: String,
    /// The line, from 1
    pub line: u32,
    /// The column, from 1
    pub column: u32,
}

/// A place in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePosition {
    /// The script's name
    pub file: String,
    /// The line, from 1
    pub line: u32,
    /// The column, from 1
    pub column: u32,
}

/// Frames of scripts whose names begin so are left out of stacks, as those of the engine's own library are.
pub const HIDDEN_SCRIPT: &str = "node:internal/capture";

const DEFAULT_LIMIT: f64 = 10.0;
const MAX_FRAMES: u32 = 128;

impl std::fmt::Display for Frame {
    /// As V8 prints it, after "    at ".
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Frame {
            function,
            file,
            line,
            column,
        } = self;
        match function {
            Some(name) => write!(formatter, "{name} ({file}:{line}:{column})"),
            None => write!(formatter, "{file}:{line}:{column}"),
        }
    }
}

/// Puts V8's interface in place of the engine's.
pub(crate) fn install(scope: &mut Scope<'_>) -> JsResult<()> {
    let error = scope.global().get_property(scope, "Error")?;
    let prototype = error.get_property(scope, "prototype")?;
    let getter = scope.function("stack", 0, read_stack)?;
    let setter = scope.function("stack", 1, write_stack)?;
    prototype.define_accessor(scope, "stack", getter, Some(setter))?;
    let capture = scope.function("captureStackTrace", 2, capture_stack_trace)?;
    error.define_property(scope, "captureStackTrace", capture, false)?;
    let limit = scope.number(DEFAULT_LIMIT);
    error.define_property(scope, "stackTraceLimit", limit, true)?;
    present_internal_errors(scope)?;
    let symbol = scope.symbol("stack header")?;
    let symbol = Persistent::new(scope, symbol);
    *scope.state().stack_header.borrow_mut() = Some(symbol);
    Ok(())
}

/// This engine has an error class of its own for too deep recursion and too large allocations. In V8
/// these are range errors, and scripts look for that.
fn present_internal_errors(scope: &mut Scope<'_>) -> JsResult<()> {
    let global = scope.global();
    let internal = global.get_property(scope, "InternalError")?;
    let internal = internal.get_property(scope, "prototype")?;
    let range_error = global.get_property(scope, "RangeError")?;
    let prototype = range_error.get_property(scope, "prototype")?;
    internal.set_prototype(scope, prototype)?;
    internal.define_property(scope, "constructor", range_error, false)?;
    internal.delete_property(scope, "name")?;
    global.delete_property(scope, "InternalError")
}

impl<'s> Scope<'s> {
    /// The symbol of a property whose text stands in place of the name in an error's stack, for
    /// errors such as `TypeError [ERR_X]`.
    pub fn stack_header_symbol(&self) -> Local<'s> {
        match &*self.state().stack_header.borrow() {
            Some(symbol) => symbol.get(self),
            None => self.undefined(),
        }
    }

    /// The frames of an error, innermost first.
    pub fn error_frames(&mut self, error: Local<'_>) -> Vec<Frame> {
        let Some(object) = error.object_ptr() else {
            return Vec::new();
        };
        rooted!(in(self.cx()) let object = object);
        // SAFETY: the object is rooted; anything but an error gives null.
        let stack = unsafe { ExceptionStackOrNull(object.handle().into()) };
        self.saved_frames(stack)
    }

    /// The frames of what runs now, innermost first, at most `limit`.
    pub fn current_frames(&mut self, limit: u32) -> Vec<Frame> {
        rooted!(in(self.cx()) let nothing = std::ptr::null_mut::<JSObject>());
        match self.capture(limit, nothing.get()) {
            Ok(stack) => self.saved_frames(stack),
            Err(thrown) => {
                self.catch(thrown);
                Vec::new()
            }
        }
    }

    fn capture(&mut self, limit: u32, after: *mut JSObject) -> JsResult<*mut JSObject> {
        if limit == 0 {
            return Ok(std::ptr::null_mut());
        }
        rooted!(in(self.cx()) let after = after);
        rooted!(in(self.cx()) let mut stack = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted; the capture is filled in before it is used.
        unsafe {
            let mut capture = std::mem::MaybeUninit::<StackCapture>::uninit();
            mozjs::jsapi::glue::JS_StackCapture_MaxFrames(limit, capture.as_mut_ptr());
            let done = CaptureCurrentStack(
                self.cx(),
                stack.handle_mut().into(),
                capture.as_mut_ptr(),
                after.handle().into(),
            );
            Thrown::unless(done)?;
        }
        Ok(stack.get())
    }

    fn saved_frames(&mut self, stack: *mut JSObject) -> Vec<Frame> {
        let mut frames = Vec::new();
        rooted!(in(self.cx()) let mut frame = stack);
        while !frame.get().is_null() && frames.len() < MAX_FRAMES as usize {
            // SAFETY: `frame` is a saved frame, rooted, as are all out places.
            unsafe {
                rooted!(in(self.cx()) let mut source = std::ptr::null_mut::<JSString>());
                rooted!(in(self.cx()) let mut name = std::ptr::null_mut::<JSString>());
                let mut line = 0;
                let mut column = TaggedColumnNumberOneOrigin { value_: 1 };
                let skip = SavedFrameSelfHosted::Exclude;
                let none = std::ptr::null_mut();
                let at = frame.handle().into();
                let cx = self.cx();
                if GetSavedFrameSource(cx, none, at, source.handle_mut().into(), skip)
                    != SavedFrameResult::Ok
                {
                    break;
                }
                let file = self.text_of(source.get()).unwrap_or_default();
                if !file.starts_with(HIDDEN_SCRIPT) {
                    GetSavedFrameLine(cx, none, at, &mut line, skip);
                    GetSavedFrameColumn(cx, none, at, &mut column, skip);
                    GetSavedFrameFunctionDisplayName(cx, none, at, name.handle_mut().into(), skip);
                    frames.push(Frame {
                        function: self.text_of(name.get()).and_then(tidy_name),
                        file,
                        line,
                        column: column.value_,
                    });
                }
                rooted!(in(cx) let mut parent = std::ptr::null_mut::<JSObject>());
                GetSavedFrameParent(cx, none, at, parent.handle_mut().into(), skip);
                frame.set(parent.get());
            }
        }
        frames
    }

    fn text_of(&mut self, string: *mut JSString) -> Option<String> {
        if string.is_null() {
            return None;
        }
        // SAFETY: not null, and put into a local at once.
        let local = self.local(StringValue(unsafe { &*string }));
        local.as_string(self).unwrap_or_else(|thrown| {
            self.catch(thrown);
            None
        })
    }

    /// Takes the pending exception together with the place it was thrown at. `None` if the script
    /// was stopped.
    pub fn catch_with_position(
        &mut self,
        thrown: Thrown,
    ) -> Option<(Local<'s>, Option<SourcePosition>)> {
        if !self.has_exception() {
            return None;
        }
        let stack = self.pending_stack();
        rooted!(in(self.cx()) let stack = stack);
        let error = self.catch(thrown)?;
        let frame = self.saved_frames(stack.get()).into_iter().next();
        let position = match frame {
            Some(Frame {
                file, line, column, ..
            }) => Some(SourcePosition { file, line, column }),
            None => self.syntax_error_position(error),
        };
        Some((error, position))
    }

    /// The stack at the throw of the pending exception; use at once.
    fn pending_stack(&mut self) -> *mut JSObject {
        let mut taken = ExceptionStack {
            exception_: Rooted::new_unrooted(UndefinedValue()),
            stack_: Rooted::new_unrooted(std::ptr::null_mut()),
        };
        // SAFETY: both parts are on the engine's root stacks, in order, while it fills them in.
        unsafe {
            Rooted::add_to_root_stack(&raw mut taken.exception_, self.cx());
            Rooted::add_to_root_stack(&raw mut taken.stack_, self.cx());
            let known = GetPendingExceptionStack(self.cx(), &mut taken);
            taken.stack_.remove_from_root_stack();
            taken.exception_.remove_from_root_stack();
            if known {
                taken.stack_.data
            } else {
                std::ptr::null_mut()
            }
        }
    }

    /// Where the source is wrong: a syntax error has no frames, but tells its place.
    fn syntax_error_position(&mut self, error: Local<'_>) -> Option<SourcePosition> {
        if error.object_kind(self) != Some(crate::ObjectKind::Error) {
            return None;
        }
        let mut read = |name| {
            error
                .get_property(self, name)
                .map_err(|thrown| self.catch(thrown))
        };
        let (file, line, column) = (
            read("fileName").ok()?,
            read("lineNumber").ok()?,
            read("columnNumber").ok()?,
        );
        let file = match file.as_string(self) {
            Ok(file) => file.filter(|file| !file.is_empty())?,
            Err(thrown) => {
                self.catch(thrown);
                return None;
            }
        };
        Some(SourcePosition {
            file,
            line: line.as_u32()?,
            column: column.as_u32()?,
        })
    }
}

/// The engine guesses names of functions without one, as in `outer/inner<`; V8 leaves them out. A method
/// that is put into a prototype is `Class.method` there.
fn tidy_name(name: String) -> Option<String> {
    let last = name.rsplit('/').next().unwrap_or(&name);
    let guessed = last.ends_with('<') || last.is_empty();
    (!guessed).then(|| last.replace(".prototype.", "."))
}

fn limit_now(scope: &mut Scope<'_>) -> JsResult<Option<u32>> {
    let error = scope.global().get_property(scope, "Error")?;
    let limit = error.get_property(scope, "stackTraceLimit")?;
    Ok(limit
        .as_number()
        .map(|limit| limit.clamp(0.0, MAX_FRAMES as f64) as u32))
}

/// `get Error.prototype.stack`
fn read_stack<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let this = args.this();
    let Some(object) = this.object_ptr() else {
        return Ok(scope.undefined());
    };
    if this.object_kind(scope) != Some(crate::ObjectKind::Error) {
        return Ok(scope.undefined());
    }
    rooted!(in(scope.cx()) let object = object);
    // SAFETY: the object is rooted.
    let stack = unsafe { ExceptionStackOrNull(object.handle().into()) };
    rooted!(in(scope.cx()) let stack = stack);
    let frames = scope.saved_frames(stack.get());
    present(scope, this, frames)
}

/// The text of a stack, or whatever `Error.prepareStackTrace` makes of it.
fn present<'s>(scope: &mut Scope<'s>, error: Local<'s>, frames: Vec<Frame>) -> JsResult<Local<'s>> {
    let frames: Vec<Frame> = frames.into_iter().skip_while(makes_errors).collect();
    let constructor = scope.global().get_property(scope, "Error")?;
    let prepare = constructor.get_property(scope, "prepareStackTrace")?;
    let mut text = header(scope, error)?;
    for frame in &frames {
        text.push_str("\n    at ");
        text.push_str(&frame.to_string());
    }
    // Put together when first read, and then it stays, whatever becomes of the message.
    let text = scope.string(&text)?;
    keep_stack(scope, error, text);
    if !prepare.is_function() {
        return Ok(text);
    }
    // The function finds the text in the error.
    let sites = call_sites(scope, frames)?;
    let prepared = scope.call(prepare, constructor, &[error, sites])?;
    keep_stack(scope, error, prepared);
    Ok(prepared)
}

/// Makes the stack a property of the error. (A frozen one has it put together anew.)
fn keep_stack(scope: &mut Scope<'_>, error: Local<'_>, stack: Local<'_>) {
    if let Err(thrown) = error.define_property(scope, "stack", stack, false) {
        scope.catch(thrown);
    }
}

/// Whether the frame is only there to make the error: of no use to whoever reads the stack.
fn makes_errors(frame: &Frame) -> bool {
    let file = frame
        .file
        .strip_prefix("node:internal/")
        .unwrap_or_default();
    file.starts_with("errors") || matches!(file, "validators" | "dom_exception")
}

/// `Name: message`
fn header(scope: &mut Scope<'_>, error: Local<'_>) -> JsResult<String> {
    let symbol = scope.stack_header_symbol();
    let mut name = error.get_property(scope, symbol)?;
    if name.is_undefined() {
        name = error.get_property(scope, "name")?;
    }
    let name = if name.is_undefined() {
        "Error".to_string()
    } else {
        name.to_text(scope)?
    };
    let message = error.get_property(scope, "message")?;
    let message = if message.is_undefined() {
        String::new()
    } else {
        message.to_text(scope)?
    };
    Ok(match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, _) => message,
        _ => format!("{name}: {message}"),
    })
}

/// `set Error.prototype.stack`: makes it an own property.
fn write_stack<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let value = args.get(scope, 0);
    if args.this().is_object() {
        args.this().define_property(scope, "stack", value, false)?;
    }
    Ok(())
}

/// `Error.captureStackTrace(target, leaveOutUpTo)`
fn capture_stack_trace<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let target = args.get(scope, 0);
    if !target.is_object() {
        return Err(scope.throw_error(ErrorKind::TypeError, "Invalid argument"));
    }
    let Some(limit) = limit_now(scope)? else {
        return Ok(());
    };
    let after = args.get(scope, 1);
    let after = if after.is_function() {
        after.object_ptr()
    } else {
        None
    };
    let stack = scope.capture(limit, after.unwrap_or(std::ptr::null_mut()))?;
    let stack = scope.local(ObjectOrNullValue(stack));
    let kept = CapturedStack(Persistent::new(scope, stack));
    let holder = scope.host_object(kept, None)?;
    define_captured(scope, target, holder)
}

/// The frames that `captureStackTrace` took, until somebody reads them.
struct CapturedStack(Persistent);

impl HostObject for CapturedStack {
    const NAME: &'static std::ffi::CStr = c"CapturedStack";
}

/// An own `stack` whose getter formats the captured frames when it is read. Properties are defined here: what
/// scripts made of `Object` has no part in it.
fn define_captured(scope: &mut Scope<'_>, target: Local<'_>, holder: Local<'_>) -> JsResult<()> {
    let make = match captured_accessors(scope) {
        Some(make) => make,
        None => {
            let format = scope.function("format", 2, format_captured)?;
            let define = scope.function("define", 2, define_stack)?;
            let script = "((format, define) => (holder) => ({
                __proto__: null,
                get() { return format(this, holder); },
                set(value) { define(this, value); },
            }))";
            let make = scope.eval(script, "node:internal/stack")?;
            let undefined = scope.undefined();
            let make = scope.call(make, undefined, &[format, define])?;
            *scope.state().captured_accessors.borrow_mut() = Some(Persistent::new(scope, make));
            make
        }
    };
    let undefined = scope.undefined();
    let accessors = scope.call(make, undefined, &[holder])?;
    let getter = accessors.get_property(scope, "get")?;
    let setter = accessors.get_property(scope, "set")?;
    target.define_accessor(scope, "stack", getter, Some(setter))
}

/// What `stack` becomes when it is assigned to: a property like any other.
fn define_stack<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let value = args.get(scope, 1);
    args.get(scope, 0)
        .define_property(scope, "stack", value, false)
}

fn captured_accessors<'s>(scope: &Scope<'s>) -> Option<Local<'s>> {
    scope
        .state()
        .captured_accessors
        .borrow()
        .as_ref()
        .map(|make| make.get(scope))
}

fn format_captured<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let target = args.get(scope, 0);
    let holder = args.get(scope, 1);
    if !target.is_object() {
        return Ok(scope.undefined());
    }
    let Some(captured) = holder.host_data::<CapturedStack>(scope) else {
        return Ok(scope.undefined());
    };
    let stack = captured.0.get(scope);
    let frames = scope.saved_frames(stack.object_ptr().unwrap_or(std::ptr::null_mut()));
    present(scope, target, frames)
}

/// Call-site objects, as `Error.prepareStackTrace` gets them.
fn call_sites<'s>(scope: &mut Scope<'s>, frames: Vec<Frame>) -> JsResult<Local<'s>> {
    let make = scope.eval_cached(CALL_SITE, "node:internal/call_site")?;
    let undefined = scope.undefined();
    let mut sites = Vec::with_capacity(frames.len());
    for frame in frames {
        let name = match &frame.function {
            Some(name) => scope.string(name)?,
            None => scope.null(),
        };
        let file = scope.string(&frame.file)?;
        let line = scope.number(frame.line as f64);
        let column = scope.number(frame.column as f64);
        sites.push(scope.call(make, undefined, &[name, file, line, column])?);
    }
    scope.array(&sites)
}

const CALL_SITE: &str = include_str!("call_site.js");
