// A child process does not inherit its parent's loader, so this one registers its own, and the hook that patches
// lite's lookup tables.
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks('./patch-lite.mjs', import.meta.url);
await import('./serve-lite.ts');
