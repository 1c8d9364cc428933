// Promise.all rejects with the first rejection; the others go on and are ignored.
const wait = (ms, work) => new Promise((resolve, reject) => setTimeout(() => work(resolve, reject), ms));
Promise.all([
  wait(60, (resolve) => {
    console.log('third done all the same');
    resolve();
  }),
  wait(1, (resolve, reject) => reject(new Error('first'))),
  wait(30, (resolve, reject) => {
    console.log('second rejects too');
    reject(new Error('second'));
  }),
]).catch((error) => console.log('all rejected:', error.message));
