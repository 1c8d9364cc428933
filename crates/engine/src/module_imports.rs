//! What a module imports, asked for and provided by the host at its own pace: the engine's questions are written down first,
//! and answered from what was provided later.

use mozjs::jsapi::{
    FinishLoadingImportedModule, GetModuleRequestSpecifier, GetModuleRequestType, HandleObject,
    HandleScript, HandleValue, JSObject, LoadRequestedModules1, ModuleRequestIsSourcePhase,
};
use mozjs::jsval::{ObjectValue, StringValue, UndefinedValue};
use mozjs::rooted;

use crate::error::Thrown;
use crate::module::{Module, kind_of, note};
use crate::{ErrorKind, JsResult, Local, ModuleKind, Persistent, PromiseState, Scope};

/// A module that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestedModule {
    /// The text between the quotes
    pub specifier: String,
    /// As what it is asked for
    pub kind: ModuleKind,
    /// Whether its source is asked for, which does not run it: `import source x from 'specifier'`
    pub is_source: bool,
    /// The line of the import, from 1 on
    pub line: u32,
    /// Its column, from 1 on
    pub column: u32,
}

/// What the engine's questions for modules are for, while one of the functions here runs.
#[derive(Default)]
pub(crate) enum Loading {
    /// None does: the host is asked
    #[default]
    ByHost,
    /// They are written down
    Collecting(Vec<(RequestedModule, Persistent)>),
    /// They are answered with what was provided
    Answering,
}

const NOT_LOADED: &str = "the imports of the module are not loaded";

impl<'s> Scope<'s> {
    /// What a module imports, in the order of the text. Throws if it has an attribute that the engine does not know. Not
    /// for a module that is loaded.
    pub fn requested_modules(&mut self, module: Module<'_>) -> JsResult<Vec<RequestedModule>> {
        let begun = Loading::Collecting(Vec::new());
        let (promise, loading) = self.with_loading(begun, |scope| scope.start_loading(module));
        self.check_loading(promise?)?;
        let Loading::Collecting(found) = loading else {
            return Ok(Vec::new());
        };
        self.nested(|scope| {
            let objects: Vec<Local<'_>> = found.iter().map(|(_, kept)| kept.get(scope)).collect();
            let objects = scope.array(&objects)?;
            scope.note(module, note::REQUESTS, objects)
        })?;
        Ok(found.into_iter().map(|(request, _)| request).collect())
    }

    /// Says which modules those are that [`requested_modules`](Scope::requested_modules) named, in the same order.
    pub fn provide_imports(&mut self, module: Module<'_>, imports: &[Module<'_>]) -> JsResult<()> {
        let imports: Vec<Local<'_>> = imports.iter().map(|import| import.0).collect();
        self.nested(|scope| {
            let (imports, first) = (scope.array(&imports)?, scope.number(0.0));
            scope.note(module, note::IMPORTS, imports)?;
            scope.note(module, note::NEXT, first)
        })
    }

    /// Ties a module to what was provided, and that to its own, as far as it is not done yet. Throws unless all is there.
    pub fn load_provided(&mut self, module: Module<'_>) -> JsResult<()> {
        let (promise, _) =
            self.with_loading(Loading::Answering, |scope| scope.start_loading(module));
        let promise = promise?;
        self.check_loading(promise)?;
        if promise.promise_state() != Some(PromiseState::Fulfilled) {
            return Err(self.throw_error(ErrorKind::Error, NOT_LOADED));
        }
        self.note(module, note::LOADING, promise)
    }

    fn with_loading<T>(
        &mut self,
        loading: Loading,
        work: impl FnOnce(&mut Scope<'s>) -> T,
    ) -> (T, Loading) {
        let before = self.state().loading.replace(loading);
        let result = work(self);
        (result, self.state().loading.replace(before))
    }

    /// Throws why a graph cannot be loaded.
    fn check_loading(&mut self, promise: Local<'_>) -> JsResult<()> {
        if promise.promise_state() != Some(PromiseState::Rejected) {
            return Ok(());
        }
        promise.set_handled(self)?;
        let reason = promise.promise_result(self);
        let reason = reason.unwrap_or_else(|| self.undefined());
        Err(self.throw(reason))
    }

    fn start_loading(&mut self, module: Module<'_>) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let module = module.object());
        rooted!(in(self.cx()) let data = UndefinedValue());
        rooted!(in(self.cx()) let mut promise = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted.
        let done = unsafe {
            LoadRequestedModules1(
                self.cx(),
                module.handle().into(),
                data.handle().into(),
                promise.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        self.new_object(promise.get())
    }
}

/// What the engine says of a request.
///
/// # Safety
///
/// `request` is one of the engine's requests.
unsafe fn read_request(
    scope: &mut Scope<'_>,
    request: HandleObject,
    (line, column): (u32, u32),
) -> JsResult<RequestedModule> {
    let cx = scope.cx();
    // SAFETY: by the contract of this function.
    let (text, kind, is_source) = unsafe {
        (
            GetModuleRequestSpecifier(cx, request),
            GetModuleRequestType(cx, request),
            ModuleRequestIsSourcePhase(cx, request),
        )
    };
    // SAFETY: the text is the request's, which is rooted.
    let text = scope.local(StringValue(unsafe { &*text }));
    Ok(RequestedModule {
        specifier: text.as_string(scope)?.unwrap_or_default(),
        kind: kind_of(kind),
        is_source,
        line,
        column,
    })
}

/// The module that was provided for a request of the one that `record` is noted of.
fn provided<'s>(
    scope: &mut Scope<'s>,
    record: Local<'s>,
    request: Local<'s>,
) -> JsResult<Option<Module<'s>>> {
    if !record.is_object() {
        return Ok(None);
    }
    let requests = record.get_index(scope, note::REQUESTS)?;
    let imports = record.get_index(scope, note::IMPORTS)?;
    let next = record.get_index(scope, note::NEXT)?;
    let next = next.as_number().unwrap_or(0.0) as u32;
    let count = imports.array_length(scope)?.unwrap_or(0);
    for place in (next..count).chain(0..next.min(count)) {
        let candidate = requests.get_index(scope, place)?;
        if candidate.object_ptr() == request.object_ptr() {
            let next = scope.number(f64::from(place) + 1.0);
            record.set_index(scope, note::NEXT, next)?;
            let module = imports.get_index(scope, place)?;
            return Ok(module.is_object().then_some(Module(module)));
        }
    }
    Ok(None)
}

/// Whether a question of the engine's is none for the host: it is written down or answered here.
///
/// # Safety
///
/// All arguments are the engine's own.
pub(crate) unsafe fn is_taken<'s>(
    scope: &mut Scope<'s>,
    referrer: HandleScript,
    record: Local<'s>,
    request: HandleObject,
    payload: HandleValue,
    place: (u32, u32),
) -> JsResult<bool> {
    // SAFETY: by the contract of this function.
    let object = scope.local(ObjectValue(unsafe { *request.ptr }));
    let is_collecting = match &*scope.state().loading.borrow() {
        Loading::ByHost => return Ok(false),
        Loading::Collecting(_) => true,
        Loading::Answering => false,
    };
    if is_collecting {
        // SAFETY: by the contract of this function.
        let read = unsafe { read_request(scope, request, place)? };
        let kept = Persistent::new(scope, object);
        if let Loading::Collecting(list) = &mut *scope.state().loading.borrow_mut() {
            list.push((read, kept));
        }
        return Ok(true);
    }
    let Some(module) = provided(scope, record, object)? else {
        return Err(scope.throw_error(ErrorKind::Error, NOT_LOADED));
    };
    rooted!(in(scope.cx()) let result = module.object());
    // SAFETY: all rooted; the others came from the engine.
    Thrown::unless(unsafe {
        FinishLoadingImportedModule(
            scope.cx(),
            referrer,
            request,
            payload,
            result.handle().into(),
            false,
        )
    })?;
    Ok(true)
}
