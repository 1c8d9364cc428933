// ref() takes unref() back.
const immediate = setImmediate(() => console.log('ran'));
immediate.unref();
immediate.ref();
