// Error.prepareStackTrace gets the error and its call sites.
Error.prepareStackTrace = (error, sites) => sites;
function named() {
  return new Error('x').stack;
}
const sites = named();
const [site] = sites;
console.log(Array.isArray(sites), site.getFunctionName(), site.getLineNumber(), typeof site.getColumnNumber());
console.log(site.getFileName() === __filename, site.isNative(), site.isConstructor(), site.isEval());
