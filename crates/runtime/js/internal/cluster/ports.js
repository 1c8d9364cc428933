// Ports that the first process of a cluster listens on for the others.
'use strict';

const { createServerHandle } = require('internal/net/listen');
const { onConnection } = require('internal/stream_handle');

const kIpv6Only = 1;

// Connections are taken here and given to the workers, to whoever has been idle for longest.
class TurnTaking {
  // `links`: how each worker is spoken to.
  constructor(key, query, links) {
    this.key = key;
    this.links = links;
    this.members = new Set();
    this.idle = new Set();
    this.connections = [];
    this.handle = null;
    this.server = this.listen(query);
  }

  listen({ address, port, fd, flags, backlog, readableAll, writableAll }) {
    const server = require('net').createServer();
    if (fd >= 0) {
      server.listen({ fd, backlog });
    } else if (port >= 0) {
      server.listen({ port, host: address, ipv6Only: Boolean(flags & kIpv6Only), backlog, exclusive: true });
    } else {
      server.listen({ path: address, backlog, readableAll, writableAll });
    }
    // The handle alone is needed: there are no sockets for this process.
    server.once('listening', () => {
      this.handle = server._handle;
      this.handle.owner = this;
      server._handle = null;
      this.server = null;
    });
    return server;
  }

  [onConnection](status, connection) {
    if (status < 0) return;
    this.connections.push(connection);
    const [worker] = this.idle;
    if (worker !== undefined) this.serve(worker);
  }

  // `reply(errno, answer, handle)` is called when the port is open, or cannot be opened.
  add(worker, reply) {
    this.members.add(worker);
    const ready = () => {
      const sockname = {};
      if (this.handle.getsockname) {
        this.handle.getsockname(sockname);
        reply(null, { sockname });
      } else {
        reply(null, {});
      }
      this.serve(worker);
    };
    if (this.server === null) {
      ready();
      return;
    }
    this.server.once('listening', ready);
    this.server.once('error', (error) => reply(error.errno, {}));
  }

  // Whether this was the last one; the port is closed then.
  remove(worker) {
    if (!this.members.delete(worker)) return false;
    this.idle.delete(worker);
    if (this.members.size > 0) return false;
    this.connections.forEach((connection) => connection.close());
    this.connections = [];
    this.handle?.close();
    this.handle = null;
    return true;
  }

  // Gives a worker the next connection; it waits if there is none.
  serve(worker) {
    if (!this.members.has(worker)) return;
    const connection = this.connections.shift();
    if (connection === undefined) {
      this.idle.delete(worker);
      this.idle.add(worker);
      return;
    }
    this.idle.delete(worker);
    this.links.get(worker).tell({ act: 'newconn', key: this.key }, connection, (answer) => {
      if (answer.accepted) connection.close();
      // It is about to end, or has enough.
      else this[onConnection](0, connection);
      this.serve(worker);
    });
  }
}

// Each worker gets the listening socket itself, and the system chooses who takes a connection. For UDP it is the only way.
class HandedOut {
  constructor(key, query) {
    this.key = key;
    this.members = new Set();
    this.errno = 0;
    this.handle = null;
    const made = query.addressType === 'udp4' || query.addressType === 'udp6' ?
      require('internal/dgram/bind').createSocketHandle(query) :
      createServerHandle(query.address, query.port, query.addressType, query.fd, query.flags);
    if (typeof made === 'number') this.errno = made;
    else this.handle = made;
  }

  add(worker, reply) {
    this.members.add(worker);
    reply(this.errno, {}, this.handle);
  }

  remove(worker) {
    if (!this.members.delete(worker) || this.members.size > 0) return false;
    this.handle?.close();
    this.handle = null;
    return true;
  }
}

module.exports = { HandedOut, TurnTaking };
