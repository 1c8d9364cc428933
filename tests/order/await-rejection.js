// A rejection awaited in try/catch is handled; finally runs before the caller goes on.
async function fails() {
  try {
    await Promise.reject(new Error('no'));
  } catch (error) {
    console.log('caught', error.message);
    return 'recovered';
  } finally {
    console.log('finally');
  }
}
fails().then(console.log);
console.log('script');
