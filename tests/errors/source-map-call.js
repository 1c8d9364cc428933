// The caret is below `throw` also if the error is made without `new`.
'use strict';
Error.stackTraceLimit = 1;
throw RangeError('made by a call');
