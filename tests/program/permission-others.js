// What a program that is limited may not do, besides files.
'use strict';
const childProcess = require('child_process');
const dgram = require('dgram');
const dns = require('dns');
const http = require('http');
const net = require('net');
const { Worker } = require('worker_threads');

function show(name, error) {
  console.log(name, error.code, error.message, error.permission, error.resource, error.syscall, error.address, error.hostname);
}
function attempt(name, act) {
  try {
    act();
    console.log(name, 'done');
  } catch (error) {
    show(name, error);
  }
}

attempt('spawn', () => childProcess.spawn('ls'));
attempt('spawnSync', () => childProcess.spawnSync('ls'));
attempt('exec', () => childProcess.exec('ls'));
attempt('execSync', () => childProcess.execSync('ls'));
attempt('execFileSync', () => childProcess.execFileSync('ls'));
attempt('worker', () => new Worker('', { eval: true }));
attempt('listen', () => net.createServer().listen(0));
attempt('listen at a path', () => net.createServer().listen('/none/socket'));
attempt('addon', () => process.dlopen({ exports: {} }, '/none/addon.node'));
attempt('binding', () => process.binding('util'));
attempt('lookupService', () => dns.lookupService('127.0.0.1', 80, (error) => show('lookupService', error)));
attempt('lookup of an address', () => dns.lookup('127.0.0.1', (error, address) => console.log(error, address)));

(async () => {
  const told = (name, begin) => new Promise((resolve) => {
    begin((error) => {
      show(name, error);
      if (error.errno !== undefined) console.log(error.errno.code, error.errno.permission, error.errno.resource);
      resolve();
    });
  });
  await told('connect', (done) => net.connect(80, '127.0.0.1').on('error', done));
  await told('connect by name', (done) => net.connect(80, 'localhost').on('error', done));
  await told('connect to a path', (done) => net.connect('/none/socket').on('error', done));
  await told('http', (done) => http.get('http://127.0.0.1').on('error', done));
  await told('udp', (done) => dgram.createSocket('udp4').on('error', done).bind(0));
  await told('lookup', (done) => dns.lookup('localhost', done));
  await told('resolve', (done) => dns.resolve4('localhost', done));
  await told('reverse', (done) => dns.reverse('8.8.8.8', done));
  await told('promises.lookup', (done) => dns.promises.lookup('localhost').catch(done));
  await told('promises.resolve', (done) => dns.promises.resolve('localhost').catch(done));
})();
