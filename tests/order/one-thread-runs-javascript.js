// A callback that blocks holds up everything else: there is one thread for JavaScript.
const start = performance.now();

function request(name, work) {
  setTimeout(() => {
    const begun = performance.now() - start;
    while (performance.now() - start < begun + work);
    console.log(name, 'done');
    if (name === 'second') console.log('waited for the first:', begun >= 199);
  }, 5);
}

request('first', 200);
request('second', 0);
