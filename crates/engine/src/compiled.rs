//! Scripts and modules that are compiled once, for any realm: the engine's stencils, and their form as bytes.

use mozjs::jsapi::{
    InstantiateModuleStencil, JS_ClearPendingException, JS_ExecuteScript, JS_ExecuteScript2,
    JSContext, ReadOnlyCompileOptions, SetScriptPrivate, SourceText, Stencil,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::transform_u16_to_source_text;
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

use crate::code_cache::OwnedStencil;
use crate::error::Thrown;
use crate::realm::{Chain, units_of};
use crate::script::{CompileOptions, instantiate, instantiate_options};
use crate::syntax_words::Start;
use crate::version::ENGINE_KEY;
use crate::{ErrorKind, JsResult, Local, Module, Origin, Scope};

/// As what a text is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A script that runs with its realm's global object
    Script,
    /// A script that runs in an [environment](Scope::environment)
    InEnvironment,
    /// A module
    Module,
}

/// A text that is compiled. It belongs to no realm.
pub struct Compiled {
    stencil: OwnedStencil,
    form: Form,
}

impl Compiled {
    pub(crate) fn stencil(&self) -> *mut Stencil {
        self.stencil.0
    }
}

const MAGIC: &[u8; 8] = b"rondoVM1";

/// Magic, key, origin, checksum of the code.
const HEAD: usize = 32;

/// What the compiled form of a text depends on: the engine, the form and the text.
fn key_of(units: &[u16], form: Form) -> u64 {
    let engine = xxh3_64_with_seed(ENGINE_KEY.as_bytes(), form as u64);
    let mut hash = Xxh3::with_seed(engine);
    // Texts can have megabytes: a little at a time.
    let mut bytes = [0; 8192];
    for part in units.chunks(bytes.len() / 2) {
        for (place, unit) in bytes.chunks_exact_mut(2).zip(part) {
            place.copy_from_slice(&unit.to_le_bytes());
        }
        hash.update(&bytes[..part.len() * 2]);
    }
    hash.digest()
}

/// The name and the place of a text, which are part of its code.
fn number_of(origin: Origin<'_>) -> u64 {
    let place = u64::from(origin.line) << 32 | u64::from(origin.column);
    xxh3_64_with_seed(origin.filename.as_bytes(), place)
}

type CompileToStencil =
    unsafe fn(*mut JSContext, *const ReadOnlyCompileOptions, *mut SourceText<u16>) -> *mut Stencil;

impl<'s> Scope<'s> {
    /// Compiles a text, which may have lone surrogates. What is no string is empty.
    pub fn compile(
        &mut self,
        text: Local<'_>,
        origin: Origin<'_>,
        form: Form,
    ) -> JsResult<Compiled> {
        let units = units_of(self, text)?;
        let options = CompileOptions::of(self, origin);
        // SAFETY: the options are ours alone.
        unsafe { (*options.0)._base.nonSyntacticScope = form == Form::InEnvironment };
        let compile: CompileToStencil = match form {
            Form::Module => stencils::of_module,
            _ => stencils::of_script,
        };
        let mut text = transform_u16_to_source_text(&units);
        // SAFETY: options and text outlive the call; the stencil is ours.
        let stencil = unsafe { compile(self.cx(), options.0, &mut text) };
        if stencil.is_null() {
            let start = Start {
                filename: origin.filename,
                line: origin.line,
                column: origin.column,
            };
            let text = || String::from_utf16_lossy(&units);
            return self.with_words(Err(Thrown::pending()), start, text);
        }
        Ok(Compiled {
            stencil: OwnedStencil(stencil),
            form,
        })
    }

    /// A compiled text as bytes, from which [`compiled_from`](Scope::compiled_from) makes it again. None if the engine has
    /// no such form of it.
    pub fn bytes_of(
        &mut self,
        compiled: &Compiled,
        text: Local<'_>,
        origin: Origin<'_>,
    ) -> JsResult<Option<Vec<u8>>> {
        let units = units_of(self, text)?;
        let Some(code) = self.encode(&compiled.stencil) else {
            return Ok(None);
        };
        let mut bytes = MAGIC.to_vec();
        for number in [
            key_of(&units, compiled.form),
            number_of(origin),
            xxh3_64(&code),
        ] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&code);
        Ok(Some(bytes))
    }

    /// What [`bytes_of`](Scope::bytes_of) was given, if the bytes are whole, and of the same engine and text. Code of
    /// another origin has its name in it, so the text is then compiled all the same.
    pub fn compiled_from(
        &mut self,
        bytes: &[u8],
        text: Local<'_>,
        origin: Origin<'_>,
        form: Form,
    ) -> JsResult<Option<Compiled>> {
        let units = units_of(self, text)?;
        let Some((place, code)) = sound_code(bytes, key_of(&units, form)) else {
            return Ok(None);
        };
        if place != number_of(origin) {
            return self.compile(text, origin, form).map(Some);
        }
        // The engine wants it aligned.
        let mut aligned = vec![0u64; code.len().div_ceil(8)];
        for (word, piece) in aligned.iter_mut().zip(code.chunks(8)) {
            let mut whole = [0; 8];
            whole[..piece.len()].copy_from_slice(piece);
            *word = u64::from_ne_bytes(whole);
        }
        // SAFETY: the words are as many bytes, and more; what the checksum is right of was made by this engine.
        let stencil = unsafe {
            let code = std::slice::from_raw_parts(aligned.as_ptr().cast::<u8>(), code.len());
            self.decode_stencil(code, false)
        };
        if stencil.is_none() {
            // SAFETY: the context is valid. For lack of memory it is compiled again.
            unsafe { JS_ClearPendingException(self.cx()) };
        }
        Ok(stencil.map(|stencil| Compiled { stencil, form }))
    }

    /// Runs a compiled script in the realm that is entered, and gives its completion value. `referrer` is what
    /// [`ModuleRequest::referrer`](crate::ModuleRequest::referrer) gives for an `import()` in it. Throws unless the script was
    /// compiled for an environment if there is one, and for none if there is not.
    pub fn run_compiled(
        &mut self,
        compiled: &Compiled,
        environment: Option<Local<'_>>,
        referrer: Local<'_>,
    ) -> JsResult<Local<'s>> {
        let environment = environment.and_then(Local::object_ptr);
        let form = match environment {
            Some(_) => Form::InEnvironment,
            None => Form::Script,
        };
        if compiled.form != form {
            return Err(self.throw_error(ErrorKind::Error, "compiled for something else"));
        }
        rooted!(in(self.cx()) let environment = environment.unwrap_or(std::ptr::null_mut()));
        let record = self.referrer_record(referrer)?;
        rooted!(in(self.cx()) let mut result = UndefinedValue());
        // SAFETY: all is rooted; the chain outlives the call.
        unsafe {
            let script = instantiate(self.cx(), compiled.stencil.0)?;
            rooted!(in(self.cx()) let script = script);
            SetScriptPrivate(script.get(), &record.get());
            let (code, value) = (script.handle().into(), result.handle_mut().into());
            let done = if environment.is_null() {
                JS_ExecuteScript(self.cx(), code, value)
            } else {
                let chain = Chain::new(self.cx(), &[environment.get()]);
                JS_ExecuteScript2(self.cx(), chain.0, code, value)
            };
            Thrown::unless(done)?;
        }
        Ok(self.local(result.get()))
    }

    /// A module of the realm that is entered, from what was compiled as one.
    pub fn module_from(&mut self, compiled: &Compiled) -> JsResult<Module<'s>> {
        if compiled.form != Form::Module {
            return Err(self.throw_error(ErrorKind::Error, "compiled for something else"));
        }
        // SAFETY: the stencil is a module's; the result is stored at once.
        let module = unsafe {
            InstantiateModuleStencil(
                self.cx(),
                &instantiate_options(),
                compiled.stencil.0,
                std::ptr::null_mut(),
            )
        };
        self.new_module(module)
    }
}

/// The number of the origin, and the code, in bytes with a head that is right.
fn sound_code(bytes: &[u8], key: u64) -> Option<(u64, &[u8])> {
    let (head, code) = bytes.split_at_checked(HEAD)?;
    let number = |at: usize| Some(u64::from_le_bytes(head[at..at + 8].try_into().ok()?));
    let is_sound = head.starts_with(MAGIC) && number(8)? == key && number(24)? == xxh3_64(code);
    is_sound.then_some((number(16)?, code))
}

#[cfg(not(feature = "debugmozjs"))]
mod stencils {
    use super::{JSContext, ReadOnlyCompileOptions, SourceText, Stencil};
    use mozjs::jsapi::{CompileGlobalScriptToStencil1, CompileModuleScriptToStencil1};

    /// # Safety
    /// The context is valid, options and text are.
    pub(super) unsafe fn of_script(
        cx: *mut JSContext,
        options: *const ReadOnlyCompileOptions,
        text: *mut SourceText<u16>,
    ) -> *mut Stencil {
        // SAFETY: as promised.
        unsafe { CompileGlobalScriptToStencil1(cx, options, text) }.mRawPtr
    }

    /// # Safety
    /// As above.
    pub(super) unsafe fn of_module(
        cx: *mut JSContext,
        options: *const ReadOnlyCompileOptions,
        text: *mut SourceText<u16>,
    ) -> *mut Stencil {
        // SAFETY: as promised.
        unsafe { CompileModuleScriptToStencil1(cx, options, text) }.mRawPtr
    }
}

/// A debug engine gives its smart pointers through memory, which the bindings do not say.
#[cfg(feature = "debugmozjs")]
mod stencils {
    use super::{JSContext, ReadOnlyCompileOptions, SourceText, Stencil};

    unsafe extern "C" {
        #[link_name = "_ZN2JS28CompileGlobalScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIDsEE"]
        fn CompileScriptIn(
            result: *mut *mut Stencil,
            cx: *mut JSContext,
            options: *const ReadOnlyCompileOptions,
            text: *mut SourceText<u16>,
        );
        #[link_name = "_ZN2JS28CompileModuleScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIDsEE"]
        fn CompileModuleIn(
            result: *mut *mut Stencil,
            cx: *mut JSContext,
            options: *const ReadOnlyCompileOptions,
            text: *mut SourceText<u16>,
        );
    }

    /// # Safety
    /// The context is valid, options and text are.
    pub(super) unsafe fn of_script(
        cx: *mut JSContext,
        options: *const ReadOnlyCompileOptions,
        text: *mut SourceText<u16>,
    ) -> *mut Stencil {
        let mut stencil = std::ptr::null_mut();
        // SAFETY: as promised; the place is written before the call returns.
        unsafe { CompileScriptIn(&mut stencil, cx, options, text) };
        stencil
    }

    /// # Safety
    /// As above.
    pub(super) unsafe fn of_module(
        cx: *mut JSContext,
        options: *const ReadOnlyCompileOptions,
        text: *mut SourceText<u16>,
    ) -> *mut Stencil {
        let mut stencil = std::ptr::null_mut();
        // SAFETY: as above.
        unsafe { CompileModuleIn(&mut stencil, cx, options, text) };
        stencil
    }
}

#[cfg(test)]
mod tests {
    use super::{HEAD, MAGIC, sound_code};

    #[test]
    fn damaged_bytes_have_no_code() {
        let code = b"some code";
        let mut bytes = MAGIC.to_vec();
        for number in [7, 5, xxhash_rust::xxh3::xxh3_64(code)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(code);
        assert_eq!(sound_code(&bytes, 7), Some((5, &code[..])));
        assert_eq!(sound_code(&bytes, 8), None);
        for length in 0..bytes.len() {
            assert_eq!(sound_code(&bytes[..length], 7), None);
        }
        for at in [0, 8, 24, HEAD, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(sound_code(&changed, 7), None);
        }
    }
}
