// This file is plain JavaScript, because it runs before anything is installed.
import { installMissing } from '../install-missing.mjs';
import { requireNode } from '../require-node.mjs';

requireNode();
if (!installMissing()) {
  console.error('The packages could not be installed. Check the network and run "npm install" to see why.');
  process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
const { runOperatorCommand } = await import('./operator-command.ts');
process.exit(await runOperatorCommand(process.argv.slice(2), process.env));
