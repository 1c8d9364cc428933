// import.source() of a module of JavaScript: it has no source to give.
'use strict';
import.source('data:text/javascript,export default 1').then(console.log, (error) => {
  console.log(error.name, error.code, error.message);
});
