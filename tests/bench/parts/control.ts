// A process that serves the app's pages and nothing else: the baseline that shows how the server's other parts slow the
// pages.
import { fileURLToPath } from 'node:url';
import { createAppServer } from '../../../supabase/local/app/serve-app.ts';
import { createCallerAddress } from '../../../supabase/local/http/caller-address.ts';
import { listen } from '../../../supabase/local/http/listen.ts';
import { createBodyReader } from '../../../supabase/local/http/read-body.ts';
import { createRouter } from '../../../supabase/local/http/router.ts';

const addressOf = createCallerAddress(0);
const listener = await listen(0, 'localhost', { isBehindProxy: false, addressOf });
const distDir = fileURLToPath(new URL('../../../dist', import.meta.url));
const app = createAppServer({ distDir, radioUrl: null, mediaHosts: [], findPreview: async () => null });
const routes = [{ door: 'app' as const, prefix: '/', handle: app }];
listener.serve(createRouter(routes, createBodyReader(addressOf), console.error), () => false);
process.on('disconnect', () => process.exit(0));
process.send?.(listener.url);
