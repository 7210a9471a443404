import { expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';

const failures: readonly (readonly [string, string, RegExp])[] = [
  [
    'a full disk',
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    /disk of \/data is full/,
  ],
  [
    'another major version',
    'FATAL:  database files are incompatible with server\nDETAIL:  The data directory was initialized by PostgreSQL version 15, which is not compatible with this version 18.4.',
    /made by PostgreSQL 15, and this is 18\.4/,
  ],
  [
    'another process',
    'FATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another postmaster (PID 4711) running in data directory "/data/cluster"?',
    /Another process uses the database/,
  ],
  ['a wrong owner', 'FATAL:  data directory "/data/cluster" has wrong ownership', /belongs to another user/],
  ['open permissions', 'FATAL:  data directory "/data/cluster" has invalid permissions', /chmod -R go-rwx/],
  [
    'no permission',
    'postgres: could not access directory "/data/cluster": Permission denied',
    /may not read or write \/data/,
  ],
  ['too little memory', 'FATAL:  could not map anonymous shared memory: Cannot allocate memory', /too little memory/],
  ['a read-only disk', 'FATAL:  could not create lock file: Read-only file system', /reading only/],
  [
    'damage',
    'LOG:  invalid checkpoint record\nPANIC:  could not locate a valid checkpoint record at 0/15',
    /is damaged/,
  ],
  ['something else', 'FATAL:  the moon is full\n', /did not start: FATAL: {2}the moon is full\. .*data is untouched/],
];

it.each(failures)('names %s and its remedy, and never advises to delete data', (_, output, message) => {
  const line = explainFailure(output, '/data');
  expect(line).toMatch(message);
  expect(line).not.toMatch(/remove|delete|begin anew|fresh/i);
  expect(line).not.toContain('\n');
});
