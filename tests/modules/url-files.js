// Between paths of files and URLs, on this system's terms and on those of Windows.
const { fileURLToPath, pathToFileURL, urlToHttpOptions, domainToASCII, domainToUnicode, format } = require('url');

console.log(pathToFileURL('/a b/#?%~/é').href, pathToFileURL('/x/../y/').href);
console.log(pathToFileURL('C:\\a b', { windows: true }).href, pathToFileURL('\\\\host\\x', { windows: true }).href);
console.log(fileURLToPath('file:///a%20b/%C3%A9?q#h'), fileURLToPath('file:///C:/a%20b', { windows: true }));
console.log(domainToASCII('español.com'), domainToUnicode('xn--fiq228c.com'), domainToASCII('xn--iñvalid.com') === '');
console.log(urlToHttpOptions(new URL('https://a:b%20c@測試.com:81/p?q#h')));
console.log(format(new URL('https://a:b@測試.com/p?q#h'), { auth: false, fragment: false, unicode: true }));

for (const url of ['http://x/y', 'file://host/x', 'file:///a%2Fb', 'nope']) {
  try {
    fileURLToPath(url);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
