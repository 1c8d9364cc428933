// Error.stackTraceLimit limits the frames.
Error.stackTraceLimit = 2;
function a() {
  throw new Error('limited');
}
function b() {
  a();
}
function c() {
  b();
}
c();
