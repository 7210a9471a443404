// lite-child.ts starts this process without its own Node options, so the process registers the loader of TypeScript
// itself, and the hook that patches @supabase/lite (patch-lite.mjs).
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

// Each loader makes every later module slower. These are 500 files, and need none: the hook patches the main file only.
await Promise.all([import('@supabase/lite/postgres'), import('zod/mini')]);
registerHooks('./patch-lite.mjs', import.meta.url);
await import('@supabase/lite');
registerTypeScript();
await import('./serve-lite.ts');
