// An error in a promise's executor is a rejection.
new Promise(() => {
  throw new Error('thrown by executor');
}).catch((error) => console.log('caught', error.message));
console.log('script');
