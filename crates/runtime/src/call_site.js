// Call-site objects in V8's form. Evaluates to a function that makes one.
(() => {
  class CallSite {
    #name; #file; #line; #column;
    constructor(name, file, line, column) {
      this.#name = name; this.#file = file; this.#line = line; this.#column = column;
    }
    getThis() { return undefined; }
    getTypeName() { return this.#name === null ? 'Object' : null; }
    getFunction() { return undefined; }
    getFunctionName() { return this.#name; }
    getMethodName() { return null; }
    getFileName() { return this.#file; }
    getLineNumber() { return this.#line; }
    getColumnNumber() { return this.#column; }
    getEnclosingLineNumber() { return this.#line; }
    getEnclosingColumnNumber() { return this.#column; }
    getEvalOrigin() { return undefined; }
    getPosition() { return 0; }
    getPromiseIndex() { return null; }
    getScriptNameOrSourceURL() { return this.#file; }
    getScriptHash() { return ''; }
    isToplevel() { return this.#name === null; }
    isEval() { return false; }
    isNative() { return false; }
    isConstructor() { return false; }
    isAsync() { return false; }
    isPromiseAll() { return false; }
    toString() {
      const place = `${this.#file}:${this.#line}:${this.#column}`;
      return this.#name === null ? place : `${this.#name} (${place})`;
    }
  }
  return (name, file, line, column) => new CallSite(name, file, line, column);
})()
