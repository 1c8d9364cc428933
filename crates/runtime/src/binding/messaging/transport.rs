//! Messages between threads: what the library has made of a value, and the objects that take part, go through the
//! engine's structured clone. The ends of channels are objects of the library's, and can be part of a message.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::CStr;
use std::os::fd::{IntoRawFd, OwnedFd};
use std::sync::Arc;

use rondo_engine::{
    Args, CloneHooks, ErrorKind, HostObject, JsResult, Local, Parcel, Scope, Thrown,
};

use rondo_loop::seam;

use crate::binding::crypto::KeyHandle;
use crate::binding::define;
use crate::channel::{self, End, Taken};
use crate::descriptor;
use crate::runtime::runtime;

/// An end of a channel, until it is taken away.
pub(crate) struct EndObject(RefCell<Option<Arc<End>>>);

impl HostObject for EndObject {
    const NAME: &'static CStr = c"End";
}

/// An object with Rust data behind it that can go to another thread.
pub(crate) trait Portable: HostObject {
    /// What goes there.
    type Content: Any + Send;

    /// What is behind an object; `None` if it was taken before.
    fn pack(&self) -> Option<Self::Content>;

    /// The object at the other side.
    fn unpack<'s>(scope: &mut Scope<'s>, content: Self::Content) -> JsResult<Local<'s>>;
}

impl Portable for EndObject {
    type Content = Arc<End>;

    fn pack(&self) -> Option<Arc<End>> {
        let end = self.0.take()?;
        end.listen(None);
        Some(end)
    }

    fn unpack<'s>(scope: &mut Scope<'s>, end: Arc<End>) -> JsResult<Local<'s>> {
        wrap(scope, end)
    }
}

/// An open file that is under way: closed if it gets lost.
pub(crate) struct DescriptorObject(RefCell<Option<OwnedFd>>);

impl HostObject for DescriptorObject {
    const NAME: &'static CStr = c"Descriptor";
}

impl Portable for DescriptorObject {
    type Content = OwnedFd;

    fn pack(&self) -> Option<OwnedFd> {
        self.0.take()
    }

    fn unpack<'s>(scope: &mut Scope<'s>, descriptor: OwnedFd) -> JsResult<Local<'s>> {
        scope.host_object(DescriptorObject(RefCell::new(Some(descriptor))), None)
    }
}

/// An object for an end.
pub(crate) fn wrap<'s>(scope: &mut Scope<'s>, end: Arc<End>) -> JsResult<Local<'s>> {
    scope.host_object(EndObject(RefCell::new(Some(end))), None)
}

/// The end behind an object.
pub(crate) fn end_of(scope: &Scope<'_>, object: Local<'_>) -> Option<Arc<End>> {
    object.host_data::<EndObject>(scope)?.0.borrow().clone()
}

/// Takes the end behind an object away from it.
pub(crate) fn take_end(scope: &Scope<'_>, object: Local<'_>) -> Option<Arc<End>> {
    object.host_data::<EndObject>(scope)?.pack()
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "wrapDescriptor", wrap_descriptor)?;
    define(scope, object, "takeDescriptor", take_descriptor)?;
    define(scope, object, "channel", make_channel)?;
    define(scope, object, "post", post)?;
    define(scope, object, "receive", receive)?;
    define(scope, object, "count", count)?;
    define(scope, object, "listen", listen)?;
    define(scope, object, "release", release)?;
    define(scope, object, "isPeer", is_peer)?;
    define(scope, object, "arrived", arrived)?;
    define(scope, object, "join", join)?;
    define(scope, object, "others", others)?;
    define(scope, object, "registerThread", register_thread)?;
    define(scope, object, "thread", thread)
}

struct Carrier;

fn pack<T: Portable>(scope: &Scope<'_>, object: Local<'_>) -> Option<Parcel> {
    let content = object.host_data::<T>(scope)?.pack()?;
    Some(Box::new(content))
}

fn unpack<'s, T: Portable>(
    scope: &mut Scope<'s>,
    parcel: Parcel,
) -> Result<JsResult<Local<'s>>, Parcel> {
    Ok(T::unpack(scope, *parcel.downcast::<T::Content>()?))
}

impl CloneHooks for Carrier {
    fn write<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel> {
        let parcel = pack::<EndObject>(scope, object)
            .or_else(|| pack::<DescriptorObject>(scope, object))
            .or_else(|| pack::<KeyHandle>(scope, object));
        parcel.ok_or_else(|| refused(scope, "Cannot clone object of unsupported type."))
    }

    fn transfer<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel> {
        self.write(scope, object)
    }

    fn read<'s>(&mut self, scope: &mut Scope<'s>, parcel: Parcel) -> JsResult<Local<'s>> {
        let parcel = match unpack::<EndObject>(scope, parcel) {
            Ok(object) => return object,
            Err(parcel) => parcel,
        };
        let parcel = match unpack::<DescriptorObject>(scope, parcel) {
            Ok(object) => return object,
            Err(parcel) => parcel,
        };
        match unpack::<KeyHandle>(scope, parcel) {
            Ok(object) => object,
            Err(_) => Err(refused(scope, "Cannot read object of unknown type.")),
        }
    }

    fn refuse(&mut self, scope: &mut Scope<'_>, message: &str) -> Thrown {
        refused(scope, message)
    }
}

fn refused(scope: &mut Scope<'_>, message: &str) -> Thrown {
    scope.throw_error(ErrorKind::TypeError, message)
}

/// `wrapDescriptor(fd, copies)`: an object that closes a descriptor, or a copy of it, unless it is taken; null if there
/// can be no copy.
fn wrap_descriptor<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let number = args.get(scope, 0).as_i32().unwrap_or(-1);
    if !args.get(scope, 1).truthy() {
        runtime(scope).state.fs.open_files.remove(number);
        return DescriptorObject::unpack(scope, descriptor::own(number));
    }
    match rustix::io::fcntl_dupfd_cloexec(descriptor::borrow(number), 3) {
        Ok(copy) => DescriptorObject::unpack(scope, copy),
        Err(_) => Ok(scope.null()),
    }
}

/// `takeDescriptor(object)`: its number; -1 if it was taken before.
fn take_descriptor<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let object = args.get(scope, 0).host_data::<DescriptorObject>(scope);
    let Some(descriptor) = object.and_then(Portable::pack) else {
        return Ok(-1);
    };
    let number = descriptor.into_raw_fd();
    runtime(scope).state.fs.open_files.add(number);
    Ok(number)
}

/// `channel()`: both ends of a channel between threads.
fn make_channel<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let [one, other] = End::pair();
    let ends = [wrap(scope, one)?, wrap(scope, other)?];
    scope.array(&ends)
}

/// `post(end, content, buffers)`: sends plain data, and hands the buffers in it over. False if nobody will get it.
fn post<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let end = end_of(scope, args.get(scope, 0));
    let (content, buffers) = (args.get(scope, 1), args.get(scope, 2));
    let message = scope.serialize(content, buffers, &mut Carrier)?;
    let Some(end) = end else { return Ok(false) };
    let is_posted = end.post(message);
    Ok(seam::ask("message.posted", || is_posted))
}

/// `receive(end, wantsMessages)`: the next content; null if there will be no more, undefined if there is none now.
fn receive<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let wants_messages = args.get(scope, 1).truthy();
    let end = end_of(scope, args.get(scope, 0));
    match end.map_or(Taken::Nothing, |end| end.take_taped(wants_messages)) {
        Taken::Nothing => Ok(scope.undefined()),
        Taken::Closed => Ok(scope.null()),
        Taken::Message(message) => scope.deserialize(message, &mut Carrier),
    }
}

/// `count(end)`: how often `receive` would give something.
fn count<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let end = end_of(scope, args.get(scope, 0));
    Ok(end.map_or(0, |end| end.count()) as f64)
}

/// `listen(end, id)`: from here on what comes is announced under that number; under none, nothing is.
fn listen<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = args.get(scope, 1).as_u32();
    let ports = runtime(scope).state.messaging.get();
    if let (Some(end), Some(ports)) = (end_of(scope, args.get(scope, 0)), ports) {
        end.listen(id.map(|id| (ports.inbox.clone(), id)));
    }
    Ok(())
}

/// `release(end)`: gives an end up.
fn release<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    drop(take_end(scope, args.get(scope, 0)));
    Ok(())
}

/// `isPeer(one, other)`: whether these are the two ends of one channel.
fn is_peer<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let one = end_of(scope, args.get(scope, 0));
    let other = end_of(scope, args.get(scope, 1));
    Ok(one.is_some_and(|one| other.is_some_and(|other| one.is_peer_of(&other))))
}

/// `arrived()`: the numbers of ends that got something from another thread; undefined if none did.
fn arrived<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let ports = runtime(scope).state.messaging.get();
    let ids = ports.map(|ports| ports.inbox.take()).unwrap_or_default();
    if ids.is_empty() {
        return Ok(None);
    }
    let ids: Vec<_> = ids.into_iter().map(|id| scope.number(id.into())).collect();
    scope.array(&ids).map(Some)
}

/// `join(name)`: the end of a new member of a group.
fn join<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let end = channel::join(&name, runtime(scope).thread_id);
    wrap(scope, end)
}

/// `others(name)`: ends by which the members of a group in other threads are reached.
fn others<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let mut ends = Vec::new();
    for end in channel::others(&name, runtime(scope).thread_id) {
        ends.push(wrap(scope, end)?);
    }
    scope.array(&ends)
}

/// `registerThread()`: the end at which this thread hears others that know its number.
fn register_thread<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let end = channel::register_thread(runtime(scope).thread_id);
    wrap(scope, end)
}

/// `thread(number)`: an end by which a thread is spoken to, if there is such a thread.
fn thread<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let number = args.get(scope, 0).as_number().unwrap_or(-1.0);
    if number < 0.0 {
        return Ok(None);
    }
    let end = channel::thread(number as u64);
    end.map(|end| wrap(scope, end)).transpose()
}
