// This file is plain JavaScript, because it runs on any version of Node, before anything is installed.
import { installMissing } from './install-missing.mjs';

/** Checks Node, installs missing packages, and lets Node load TypeScript. Ends the process with an explanation if that fails. */
export async function prepareRun() {
  requireNode();
  if (!installMissing()) {
    console.error('The packages could not be installed. Check the network and run "npm install" to see why.');
    process.exit(1);
  }
  const { register } = await import('tsx/esm/api');
  register();
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`);
  process.exit(1);
}
