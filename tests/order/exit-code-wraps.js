// Codes are taken modulo 256 by the system.
process.exit(256 + 7);
