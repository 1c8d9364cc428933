// process.exit() in an async function: its finally does not run.
(async () => {
  try {
    await null;
    process.exit(6);
  } finally {
    console.log('never');
  }
})();
