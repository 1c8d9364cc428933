// NODE_DEBUG with http in it: with the first message comes a warning of what such messages tell.
'use strict';

const debug = require('util').debuglog('http');
debug('first');
debug('second');
