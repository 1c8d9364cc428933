// A name that begins with '#', outside of any package with imports.
for (const name of ['#', '#name', '#/name/']) {
  try {
    require(name);
  } catch (error) {
    console.log(name, error.code);
  }
}
