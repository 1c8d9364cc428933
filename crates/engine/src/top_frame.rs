//! Remembers for a job which frame is at the top, so that the engine need not find it out at every `await`.
//!
//! To go straight on at an `await` (`skip_await.rs`) the engine makes sure that nothing but the async function is on the
//! stack, by a walk over its frames. In compiled code that takes as long as all the rest of a job, and a loop of such awaits
//! walks at each turn, though all of it is one job and one frame. The program is linked with `--wrap` for the
//! engine's question (`crates/cli/build.rs`), so that it comes here first. Where it is not, nothing here is used.
//!
//! What is remembered holds until the job ends: while a frame lives no other has its address, and of the calls in its code (in
//! which other functions may be inlined) each has a return address of its own.

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use std::cell::Cell;

use mozjs::jsapi::{
    GetPromiseConstructor, GetPromiseState, HandleObject, HandleValue, HasRegularMicroTasks,
    IsPromiseObject, JS_AtomizeAndPinString, JSContext, JSObject, PromiseState, PropertyKey, Value,
};
use mozjs::jsval::{ObjectOrNullValue, UndefinedValue};

use crate::plain_promises::PlainPromises;
use crate::state::State;

unsafe extern "C" {
    /// `js::CanSkipAwait`
    #[link_name = "__real__ZN2js12CanSkipAwaitEP9JSContextN2JS6HandleINS2_5ValueEEEPb"]
    fn WalkAndTell(cx: *mut JSContext, value: HandleValue, answer: *mut bool) -> bool;
    /// `js::GetPropertyPure`: false if it cannot be told without running anything.
    #[link_name = "_ZN2js15GetPropertyPureEP9JSContextP8JSObjectN2JS11PropertyKeyEPNS4_5ValueE"]
    fn GetPropertyPure(
        cx: *mut JSContext,
        object: *mut JSObject,
        key: PropertyKey,
        value: *mut Value,
    ) -> bool;
    /// Where the program's own code begins and ends; the linker says it.
    static __executable_start: u8;
    static etext: u8;
}

/// How many awaits of a frame are remembered.
const SITES: usize = 4;

/// The frame at the top of the job that runs, if it is known.
#[derive(Default)]
pub(crate) struct TopFrame {
    /// Null if none is known.
    frame: Cell<usize>,
    /// Where its code goes on after each of its awaits that were seen.
    sites: [Cell<usize>; SITES],
    /// Which of them is replaced next.
    oldest: Cell<usize>,
    /// Whether the engine has let the frame go on with what is in a promise: it does not where scripts have changed
    /// how promises work.
    trusts_promises: Cell<bool>,
    /// The name `constructor`, once it was needed.
    constructor: Cell<Option<PropertyKey>>,
    /// What promises look like that no script has changed.
    pub(crate) plain_promises: PlainPromises,
}

impl TopFrame {
    /// A job begins or has ended.
    #[inline]
    pub(crate) fn forget(&self) {
        self.frame.set(0);
    }

    #[inline]
    fn knows(&self, call: Call) -> bool {
        self.frame.get() == call.frame && self.sites.iter().any(|site| site.get() == call.site)
    }

    /// The engine has let an await go on; the value was a promise or not.
    fn learn(&self, call: Call, is_promise: bool) {
        if self.frame.replace(call.frame) != call.frame {
            self.sites.iter().for_each(|site| site.set(0));
            self.trusts_promises.set(false);
        }
        if is_promise {
            self.trusts_promises.set(true);
        }
        if self.knows(call) {
            return;
        }
        let oldest = self.oldest.get();
        self.sites[oldest].set(call.site);
        self.oldest.set((oldest + 1) % SITES);
    }
}

/// From where compiled code asks.
#[derive(Clone, Copy)]
struct Call {
    /// The frame of the function.
    frame: usize,
    /// Where it goes on afterwards.
    site: usize,
}

impl Call {
    /// `None` if it is the interpreter that asks, which has the frames of scripts elsewhere.
    ///
    /// # Safety
    /// `exit` is the frame pointer of who asks, who goes on at `caller`.
    #[inline]
    unsafe fn of(exit: *const usize, caller: *const u8) -> Option<Call> {
        if (&raw const __executable_start..&raw const etext).contains(&caller) {
            return None;
        }
        // SAFETY: what is not the program's own is the engine's compiled code. It calls functions of the engine by a piece of code
        // that begins, as any function, by putting the frame pointer below the return address, and pointing to it.
        unsafe {
            Some(Call {
                frame: *exit,
                site: *exit.add(1),
            })
        }
    }
}

/// Asked in place of the engine's `CanSkipAwait`: hands the frame pointer and the return address on.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(export_name = "__wrap__ZN2js12CanSkipAwaitEP9JSContextN2JS6HandleINS2_5ValueEEEPb")]
unsafe extern "C" fn can_skip_await(
    cx: *mut JSContext,
    value: HandleValue,
    answer: *mut bool,
) -> bool {
    core::arch::naked_asm!(
        "mov rcx, rbp",
        "mov r8, [rsp]",
        "jmp {}",
        sym can_skip_await_from,
    )
}

unsafe extern "C" fn can_skip_await_from(
    cx: *mut JSContext,
    value: HandleValue,
    answer: *mut bool,
    exit: *const usize,
    caller: *const u8,
) -> bool {
    // SAFETY: the engine calls this in place of its own function, with what that would get.
    unsafe {
        let Some(call) = Call::of(exit, caller) else {
            return WalkAndTell(cx, value, answer);
        };
        let top = &State::of(cx).jobs.top_frame;
        if top.knows(call) && !HasRegularMicroTasks(cx) && is_settled(cx, top, *value.ptr) {
            *answer = true;
            return true;
        }
        let is_promise = is_promise(*value.ptr);
        let done = WalkAndTell(cx, value, answer);
        if done && *answer {
            top.learn(call, is_promise);
        }
        done
    }
}

/// Whether an `await` of the value runs no code and gives what is known already. The engine knows of others.
///
/// # Safety
/// The value is rooted.
unsafe fn is_settled(cx: *mut JSContext, top: &TopFrame, value: Value) -> bool {
    if !value.is_object() {
        return true;
    }
    if !top.trusts_promises.get() {
        return false;
    }
    let mut object = value.to_object();
    let plain = &top.plain_promises;
    // SAFETY: the object is rooted, and a promise if that is known.
    if unsafe { plain.has(cx, object) } {
        // SAFETY: as above.
        let state = unsafe { GetPromiseState(HandleObject::from_marked_location(&raw mut object)) };
        return state == PromiseState::Fulfilled;
    }
    if !is_promise(value) {
        return false;
    }
    // SAFETY: nothing here collects but the making of the name, before which nothing is looked at, and the last call, after
    // which nothing is.
    unsafe {
        let Some(constructor) = top.constructor.get() else {
            top.constructor.set(constructor_key(cx));
            return false;
        };
        let handle = HandleObject::from_marked_location(&raw mut object);
        let mut found = UndefinedValue();
        let is_settled = GetPromiseState(handle) == PromiseState::Fulfilled
            && GetPropertyPure(cx, object, constructor, &raw mut found)
            && found.asBits_ == ObjectOrNullValue(GetPromiseConstructor(cx)).asBits_;
        // (It makes a promise, of which nobody is to hear.)
        if is_settled && !State::of(cx).jobs.is_watched() {
            plain.learn(cx, object, constructor);
        }
        is_settled
    }
}

fn is_promise(value: Value) -> bool {
    if !value.is_object() {
        return false;
    }
    let mut object = value.to_object();
    // SAFETY: the object is alive, and the call only looks at its class.
    unsafe { IsPromiseObject(HandleObject::from_marked_location(&raw mut object)) }
}

/// # Safety
/// The context is valid.
unsafe fn constructor_key(cx: *mut JSContext) -> Option<PropertyKey> {
    // SAFETY: a name that is pinned stays where it is, and its address is its key.
    let name = unsafe { JS_AtomizeAndPinString(cx, c"constructor".as_ptr()) };
    (!name.is_null()).then_some(PropertyKey {
        asBits_: name as usize,
    })
}
