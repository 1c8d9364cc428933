// NODE_DEBUG=module_timer prints how long each module took that was required.
require('url');
require('./fixtures/../module-timer.js');
try { require('./nothing'); } catch {}
