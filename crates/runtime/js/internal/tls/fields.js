// The names of a TLSSocket's own fields, for the files that it is made of.
'use strict';

module.exports = {
  // What tls.connect() was given.
  kConnectOptions: Symbol('connect-options'),
  kDisableRenegotiation: Symbol('disable-renegotiation'),
  kErrorEmitted: Symbol('error-emitted'),
  kIsStarted: Symbol('started'),
  kIsVerified: Symbol('verified'),
  // A session that came before the server was found to be the right one.
  kPendingSession: Symbol('pendingSession'),
  kRes: Symbol('res'),
  kPskCallback: Symbol('pskcallback'),
  // When the last handshake began, and how many there were lately.
  kHandshakes: Symbol('handshakes'),
  // A server's fields.
  kHandshakeTimeout: Symbol('handshake-timeout'),
  kSNICallback: Symbol('snicallback'),
  kALPNCallback: Symbol('alpncallback'),
  kPskIdentityHint: Symbol('pskidentityhint'),
  kEnableTrace: Symbol('enableTrace'),
};
