// for await over promises in an array: in turn, even if a later one settles first.
const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
(async () => {
  for await (const value of [wait(30, 'slow'), wait(1, 'quick'), 'plain']) console.log(value);
})();
