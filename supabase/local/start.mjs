// This file is plain JavaScript, because it runs on any version of Node, before anything is installed.
import { installMissing } from './install-missing.mjs';

requireNode();
if (!installMissing()) fail('The packages could not be installed. Check the network and run "npm install" to see why.');
const { register } = await import('tsx/esm/api');
register();
const { main } = await import('./main.ts');
await main(process.argv.slice(2), process.env);

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = major > 20 || (major === 20 && minor >= 19);
  if (!isSupported)
    fail(`Node 20.19 or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
