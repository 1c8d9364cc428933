// An error that was caught and thrown again.
function fail() {
  throw new Error('first thrown here');
}
try {
  fail();
} catch (error) {
  throw error;
}
