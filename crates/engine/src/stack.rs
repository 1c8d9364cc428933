//! Stacks: the frames of what runs, of errors and of exceptions. How they are shown is the embedder's business.

use std::ffi::CStr;

use mozjs::jsapi::{
    CaptureCurrentStack, ExceptionStack, ExceptionStackOrNull, GetPendingExceptionStack,
    GetSavedFrameAsyncCause, GetSavedFrameColumn, GetSavedFrameFunctionDisplayName,
    GetSavedFrameLine, GetSavedFrameParent, GetSavedFrameSource, JS_GetFunctionScript,
    JS_GetObjectFunction, JS_GetScriptBaseLineNumber, JS_GetScriptFilename, JSObject, JSString,
    Rooted, SavedFrameResult, SavedFrameSelfHosted, StackCapture, TaggedColumnNumberOneOrigin,
};
use mozjs::jsval::{ObjectOrNullValue, StringValue, UndefinedValue};
use mozjs::rooted;

use crate::awaiting;
use crate::{HostObject, JsResult, Local, Scope, Thrown};

/// A place on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function's name, if it has one; a guess of the engine's, such as `outer/inner<`, if it has none of its own
    pub function: Option<String>,
    /// The script's name
    pub file: String,
    /// The line, from 1
    pub line: u32,
    /// The column, from 1
    pub column: u32,
    /// Whether it is not on the stack, but waits for what is
    pub is_async: bool,
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

/// The most frames that are told of a stack.
pub const MAX_FRAMES: u32 = 128;

/// Frames that were captured, in the engine's own form until somebody asks for them.
struct CapturedStack;

impl HostObject for CapturedStack {
    const NAME: &'static std::ffi::CStr = c"CapturedStack";
    const SLOTS: u32 = 2;
}

impl<'s> Scope<'s> {
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

    /// The innermost of at most `limit` frames that run now whose script's name is wanted.
    pub fn first_frame(&mut self, limit: u32, is_wanted: impl Fn(&str) -> bool) -> Option<Frame> {
        rooted!(in(self.cx()) let nothing = std::ptr::null_mut::<JSObject>());
        match self.capture(limit, nothing.get()) {
            Ok(stack) => self.find_frame(stack, is_wanted),
            Err(thrown) => {
                self.catch(thrown);
                None
            }
        }
    }

    /// Where a function of a script begins; none for natives, bound functions and others that have no source.
    pub fn function_position(&mut self, function: Local<'_>) -> Option<SourcePosition> {
        let object = function.is_function().then(|| function.object_ptr())??;
        // SAFETY: everything is rooted; what is no plain function gives null, and so does one without a script. The name is
        // the script's, which its function keeps alive.
        unsafe {
            rooted!(in(self.cx()) let object = object);
            rooted!(in(self.cx()) let function = JS_GetObjectFunction(object.get()));
            if function.is_null() {
                return None;
            }
            let script = JS_GetFunctionScript(self.cx(), function.handle().into());
            if script.is_null() {
                return None;
            }
            rooted!(in(self.cx()) let script = script);
            let name = JS_GetScriptFilename(script.get());
            if name.is_null() {
                return None;
            }
            let file = CStr::from_ptr(name).to_string_lossy().into_owned();
            let line = JS_GetScriptBaseLineNumber(self.cx(), script.get());
            Some(SourcePosition {
                file,
                line,
                column: 1,
            })
        }
    }

    /// Captures the stack of what runs now: at most `limit` frames, only those that called `after`, if that is a
    /// function. The result is for [`captured_frames`](Self::captured_frames).
    pub fn capture_stack(&mut self, limit: u32, after: Local<'_>) -> JsResult<Local<'s>> {
        let after = after.is_function().then(|| after.object_ptr()).flatten();
        let stack = self.capture(limit, after.unwrap_or(std::ptr::null_mut()))?;
        let stack = self.local(ObjectOrNullValue(stack));
        let holder = self.host_object(CapturedStack, None)?;
        holder.set_host_value::<CapturedStack>(self, 0, stack);
        // Where a stack has no frames, there is none that could keep this.
        if stack.is_null()
            && let Some(waiting) = self.waiting(limit)
        {
            let waiting = self.string(&waiting)?;
            holder.set_host_value::<CapturedStack>(self, 1, waiting);
        }
        Ok(holder)
    }

    /// The frames that [`capture_stack`](Self::capture_stack) found, innermost first.
    pub fn captured_frames(&mut self, captured: Local<'_>) -> Vec<Frame> {
        let Some(stack) = captured.host_value::<CapturedStack>(self, 0) else {
            return Vec::new();
        };
        let mut frames = self.saved_frames(stack.object_ptr().unwrap_or(std::ptr::null_mut()));
        if let Some(waiting) = captured.host_value::<CapturedStack>(self, 1)
            && let Ok(Some(text)) = waiting.as_string(self)
        {
            awaiting::append(&text, &mut frames);
        }
        frames
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
        rooted!(in(self.cx()) let stack = stack);
        let cause = self.cause_of(stack.get());
        let stack = stack.get();
        self.walk_frames(
            stack,
            |_| true,
            |frame| {
                frames.push(frame);
                frames.len() < MAX_FRAMES as usize
            },
        );
        if let Some(waiting) = cause {
            awaiting::append(&waiting, &mut frames);
        }
        frames
    }

    /// The frames of those who wait for what runs now, as text.
    fn waiting(&mut self, limit: u32) -> Option<String> {
        // SAFETY: a scope is proof of both.
        unsafe { awaiting::text_of_waiting(self.cx(), limit) }
    }

    /// What the innermost frame says of what began the stack.
    fn cause_of(&mut self, stack: *mut JSObject) -> Option<String> {
        if stack.is_null() {
            return None;
        }
        rooted!(in(self.cx()) let stack = stack);
        rooted!(in(self.cx()) let mut cause = std::ptr::null_mut::<JSString>());
        // SAFETY: a saved frame, rooted, as is the place for the answer.
        unsafe {
            GetSavedFrameAsyncCause(
                self.cx(),
                std::ptr::null_mut(),
                stack.handle().into(),
                cause.handle_mut().into(),
                SavedFrameSelfHosted::Include,
            );
        }
        self.text_of(cause.get())
    }

    fn find_frame(
        &mut self,
        stack: *mut JSObject,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<Frame> {
        let mut found = None;
        self.walk_frames(stack, is_wanted, |frame| {
            found = Some(frame);
            false
        });
        found
    }

    /// Shows the frames of scripts whose names are wanted, as long as `visit` says so.
    fn walk_frames(
        &mut self,
        stack: *mut JSObject,
        is_wanted: impl Fn(&str) -> bool,
        mut visit: impl FnMut(Frame) -> bool,
    ) {
        rooted!(in(self.cx()) let mut frame = stack);
        while !frame.get().is_null() {
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
                    return;
                }
                let file = self.text_of(source.get()).unwrap_or_default();
                if !file.starts_with(HIDDEN_SCRIPT) && is_wanted(&file) {
                    GetSavedFrameLine(cx, none, at, &mut line, skip);
                    GetSavedFrameColumn(cx, none, at, &mut column, skip);
                    GetSavedFrameFunctionDisplayName(cx, none, at, name.handle_mut().into(), skip);
                    let function = self.text_of(name.get());
                    let column = column.value_;
                    let goes_on = visit(Frame {
                        function,
                        file,
                        line,
                        column,
                        is_async: false,
                    });
                    if !goes_on {
                        return;
                    }
                }
                rooted!(in(cx) let mut parent = std::ptr::null_mut::<JSObject>());
                GetSavedFrameParent(cx, none, at, parent.handle_mut().into(), skip);
                frame.set(parent.get());
            }
        }
    }

    pub(crate) fn text_of(&mut self, string: *mut JSString) -> Option<String> {
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
