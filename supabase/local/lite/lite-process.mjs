// lite-child.ts starts this process without its own Node options, so the process registers the loader of TypeScript
// itself, and the hook that patches @supabase/lite (patch-lite.mjs).
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

// Each registered loader slows the loading of every later module. These imports load 500 files that need neither loader, so they come first.
// The hook patches only the main file of @supabase/lite, which is imported after it.
await Promise.all([import('@supabase/lite/postgres'), import('zod/mini')]);
registerHooks('./patch-lite.mjs', import.meta.url);
await import('@supabase/lite');
registerTypeScript();
await import('./serve-lite.ts');
