// The program of the process in which @supabase/lite runs. Node starts processes without the loader of their parent, so this one
// brings its own, and the hooks that give lite's tables of names no prototype.
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks('./patch-lite.mjs', import.meta.url);
await import('./serve-lite.ts');
