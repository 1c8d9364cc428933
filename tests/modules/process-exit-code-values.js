// What process.exitCode may be set to.
for (const v of ['12',' 3 ','',null,undefined,5,'0x10','1e3']) try { process.exitCode=v; console.log(v, typeof process.exitCode, process.exitCode) } catch(e){console.log(v, e.code, e.message)}; process.exitCode=undefined
