// So does the cause.
function cause() {
  return new Error('the cause');
}
throw new Error('the effect', { cause: cause() });
