// The names of a socket's own fields, for the files that its class is made of.
'use strict';

module.exports = {
  // The handle of the system's stream; scripts see it as `_handle`.
  kHandle: Symbol('kHandle'),
  // The timer of setTimeout(), or null.
  kTimeout: Symbol('timeout'),
  // How much waited to be written when that timer was last due.
  kLastWriteQueueSize: Symbol('lastWriteQueueSize'),
  // What the option `onread` says, or null: { view, next, callback }.
  kOwnBuffer: Symbol('kBuffer'),
  // Who gets what is read before the stream does, or null: it has a method `unconsume`.
  kConsumer: Symbol('kConsumer'),
  // The callbacks of the write and of the shutdown that are under way, or null.
  kWriteCallback: Symbol('kWriteCallback'),
  kShutDownCallback: Symbol('kShutDownCallback'),
  // What has been set, or will be when there is a handle.
  kSetNoDelay: Symbol('kSetNoDelay'),
  kSetKeepAlive: Symbol('kSetKeepAlive'),
  // In seconds.
  kSetKeepAliveInitialDelay: Symbol('kSetKeepAliveInitialDelay'),
  kSetTypeOfService: Symbol('kSetTOS'),
  // The counts of a handle that is gone.
  kBytesRead: Symbol('kBytesRead'),
  kBytesWritten: Symbol('kBytesWritten'),
  // Whether it is closed such that the other side sees a reset.
  kResets: Symbol('kResets'),
  // The attempt to connect that is under way, or null.
  kAttempt: Symbol('kAttempt'),
};
