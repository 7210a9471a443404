// lite-child.ts starts this process without its own Node options, so the process registers the loader of TypeScript
// itself, and the hook that patches @supabase/lite (patch-lite.mjs).
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerHooks('./patch-lite.mjs', import.meta.url);
// These packages have 500 files, which load faster before the loader of TypeScript is registered.
const [{ isPatched }] = await Promise.all([
  import('@supabase/lite'),
  import('@supabase/lite/postgres'),
  import('zod/mini'),
]);
if (isPatched !== true) throw new Error('@supabase/lite was loaded without its patch (patch-lite.mjs).');
registerTypeScript();
await import('./serve-lite.ts');
