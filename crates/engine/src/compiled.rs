//! Scripts and modules that are compiled once, for any realm: the engine's stencils, and their form as bytes.

use mozjs::jsapi::mozilla::Utf8Unit;
use mozjs::jsapi::{
    InstantiateModuleStencil, JS_ClearPendingException, JS_ExecuteScript, JS_ExecuteScript2,
    JSContext, ReadOnlyCompileOptions, SetScriptPrivate, SourceText, Stencil,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::{transform_str_to_source_text, transform_u16_to_source_text};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::code_cache::{OwnedStencil, decode_stencil};
use crate::error::Thrown;
use crate::realm::Chain;
use crate::script::{CompileOptions, instantiate, instantiate_options};
use crate::source_units::{SourceUnits, hash_of};
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
    pub(crate) fn new(stencil: OwnedStencil, form: Form) -> Compiled {
        Compiled { stencil, form }
    }

    pub(crate) fn stencil(&self) -> *mut Stencil {
        self.stencil.0
    }
}

/// What bytes hold of a text.
pub enum Found {
    /// Its code
    Code(Compiled),
    /// Code of the same text with another name or place, which are part of it
    Elsewhere,
    /// Nothing that is sound
    Nothing,
}

const MAGIC: &[u8; 8] = b"rondoVM2";

/// Magic, key, origin, checksum of the code.
const HEAD: usize = 32;

/// What the compiled form of a text depends on: the engine, the form and the text.
fn key_of(scope: &Scope<'_>, text: Local<'_>, form: Form) -> JsResult<u64> {
    let engine = xxh3_64_with_seed(ENGINE_KEY.as_bytes(), form as u64);
    hash_of(scope, text, engine)
}

/// The name and the place of a text, which are part of its code.
fn number_of(origin: Origin<'_>) -> u64 {
    let place = u64::from(origin.line) << 32 | u64::from(origin.column);
    xxh3_64_with_seed(origin.filename.as_bytes(), place)
}

type CompileToStencil<Unit> =
    unsafe fn(*mut JSContext, *const ReadOnlyCompileOptions, *mut SourceText<Unit>) -> *mut Stencil;

impl<'s> Scope<'s> {
    /// Compiles a text, which may have lone surrogates. What is no string is empty.
    pub fn compile(
        &mut self,
        text: Local<'_>,
        origin: Origin<'_>,
        form: Form,
    ) -> JsResult<Compiled> {
        let units = SourceUnits::of(self, text)?;
        let options = CompileOptions::of(self, origin);
        // SAFETY: the options are ours alone.
        unsafe { (*options.0)._base.nonSyntacticScope = form == Form::InEnvironment };
        let stencil = self.stencil_of(&units, &options, form);
        if stencil.is_null() {
            let start = Start {
                filename: origin.filename,
                line: origin.line,
                column: origin.column,
            };
            return self.with_words(Err(Thrown::pending()), start, || units.to_text());
        }
        Ok(Compiled {
            stencil: OwnedStencil(stencil),
            form,
        })
    }

    fn stencil_of(
        &mut self,
        units: &SourceUnits,
        options: &CompileOptions,
        form: Form,
    ) -> *mut Stencil {
        // SAFETY: options and text outlive the calls; the stencil is the caller's.
        unsafe {
            match units {
                SourceUnits::Ascii(bytes) => {
                    let compile: CompileToStencil<Utf8Unit> = match form {
                        Form::Module => stencils::of_module,
                        _ => stencils::of_script,
                    };
                    let text = std::str::from_utf8(bytes).unwrap_or_default();
                    let mut text = transform_str_to_source_text(text);
                    compile(self.cx(), options.0, &mut text)
                }
                SourceUnits::Wide(units) => {
                    let compile: CompileToStencil<u16> = match form {
                        Form::Module => stencils::of_wide_module,
                        _ => stencils::of_wide_script,
                    };
                    let mut text = transform_u16_to_source_text(units);
                    compile(self.cx(), options.0, &mut text)
                }
            }
        }
    }

    /// A compiled text as bytes, from which [`compiled_from`](Scope::compiled_from) makes it again. None if the engine has
    /// no such form of it.
    pub fn bytes_of(
        &mut self,
        compiled: &Compiled,
        text: Local<'_>,
        origin: Origin<'_>,
    ) -> JsResult<Option<Vec<u8>>> {
        let key = key_of(self, text, compiled.form)?;
        let Some(code) = self.encode(&compiled.stencil) else {
            return Ok(None);
        };
        let mut bytes = MAGIC.to_vec();
        for number in [key, number_of(origin), xxh3_64(&code)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&code);
        Ok(Some(bytes))
    }

    /// What [`bytes_of`](Scope::bytes_of) was given, if the bytes of a buffer or view are whole, and of the same engine, text
    /// and origin.
    pub fn compiled_from(
        &mut self,
        bytes: Local<'_>,
        text: Local<'_>,
        origin: Origin<'_>,
        form: Form,
    ) -> JsResult<Found> {
        let key = key_of(self, text, form)?;
        let cx = self.quiet_cx();
        let found = bytes.with_bytes(self, |bytes| {
            let Some((place, code)) = sound_code(bytes, key) else {
                return Ok(Found::Nothing);
            };
            if place != number_of(origin) {
                return Ok(Found::Elsewhere);
            }
            // SAFETY: what the checksum is right of was made by this engine. Decoding makes nothing on the heap.
            let stencil = unsafe { with_aligned(code, |code| decode_stencil(cx, code, false)) };
            let stencil = stencil.ok_or(())?;
            Ok(Found::Code(Compiled { stencil, form }))
        });
        Ok(match found {
            Some(Ok(found)) => found,
            Some(Err(())) => {
                // SAFETY: the context is valid. For lack of memory it is compiled again.
                unsafe { JS_ClearPendingException(self.cx()) };
                Found::Nothing
            }
            None => Found::Nothing,
        })
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

/// Gives code in a place that is aligned as the engine wants it: where it is, or a copy.
fn with_aligned<R>(code: &[u8], read: impl FnOnce(&[u8]) -> R) -> R {
    if code.as_ptr().cast::<u64>().is_aligned() {
        return read(code);
    }
    let mut aligned = vec![0u64; code.len().div_ceil(8)];
    // SAFETY: the words are as many bytes, and more.
    let place =
        unsafe { std::slice::from_raw_parts_mut(aligned.as_mut_ptr().cast::<u8>(), code.len()) };
    place.copy_from_slice(code);
    read(place)
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
    use super::{JSContext, ReadOnlyCompileOptions, SourceText, Stencil, Utf8Unit};
    use mozjs::jsapi::{
        CompileGlobalScriptToStencil, CompileGlobalScriptToStencil1, CompileModuleScriptToStencil,
        CompileModuleScriptToStencil1,
    };

    macro_rules! compilers {
        ($($name:ident: $unit:ty => $function:ident;)*) => {$(
            /// # Safety
            /// The context is valid, options and text are.
            pub(super) unsafe fn $name(
                cx: *mut JSContext,
                options: *const ReadOnlyCompileOptions,
                text: *mut SourceText<$unit>,
            ) -> *mut Stencil {
                // SAFETY: as promised.
                unsafe { $function(cx, options, text) }.mRawPtr
            }
        )*};
    }

    compilers! {
        of_script: Utf8Unit => CompileGlobalScriptToStencil;
        of_module: Utf8Unit => CompileModuleScriptToStencil;
        of_wide_script: u16 => CompileGlobalScriptToStencil1;
        of_wide_module: u16 => CompileModuleScriptToStencil1;
    }
}

/// A debug engine gives its smart pointers through memory, which the bindings do not say.
#[cfg(feature = "debugmozjs")]
mod stencils {
    use super::{JSContext, ReadOnlyCompileOptions, SourceText, Stencil, Utf8Unit};

    macro_rules! compilers {
        ($($name:ident: $unit:ty => $symbol:literal;)*) => {$(
            /// # Safety
            /// The context is valid, options and text are.
            pub(super) unsafe fn $name(
                cx: *mut JSContext,
                options: *const ReadOnlyCompileOptions,
                text: *mut SourceText<$unit>,
            ) -> *mut Stencil {
                unsafe extern "C" {
                    #[link_name = $symbol]
                    fn compile(
                        result: *mut *mut Stencil,
                        cx: *mut JSContext,
                        options: *const ReadOnlyCompileOptions,
                        text: *mut SourceText<$unit>,
                    );
                }
                let mut stencil = std::ptr::null_mut();
                // SAFETY: as promised; the place is written before the call returns.
                unsafe { compile(&mut stencil, cx, options, text) };
                stencil
            }
        )*};
    }

    compilers! {
        of_script: Utf8Unit => "_ZN2JS28CompileGlobalScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIN7mozilla8Utf8UnitEEE";
        of_module: Utf8Unit => "_ZN2JS28CompileModuleScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIN7mozilla8Utf8UnitEEE";
        of_wide_script: u16 => "_ZN2JS28CompileGlobalScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIDsEE";
        of_wide_module: u16 => "_ZN2JS28CompileModuleScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIDsEE";
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
