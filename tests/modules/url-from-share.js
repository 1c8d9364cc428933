// URLs of paths to shares of Windows.
const { pathToFileURL } = require('url');
for (const path of [
  '\\\\host@name\\share\\f', '\\\\host:1\\share\\f', '\\\\a b\\share\\f', '\\\\host\\share\\f', '\\\\', '\\\\host',
]) {
  try {
    console.log(path, pathToFileURL(path, { windows: true }).href);
  } catch (error) {
    console.log(path, error.code, error.message, error.input);
  }
}
