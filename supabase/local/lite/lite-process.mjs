// lite-child.ts starts this process without its own Node options, so the process registers the loader of TypeScript
// itself, and the hook that patches @supabase/lite (patch-lite.mjs).
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks('./patch-lite.mjs', import.meta.url);
await import('./serve-lite.ts');
