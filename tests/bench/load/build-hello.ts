import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { precompress } from '../../../supabase/local/app/precompress.ts';

const root = fileURLToPath(new URL('hello', import.meta.url));

export const helloPath = '/hello/index.html';

export async function buildHello(outDir: string): Promise<void> {
  await build({
    root,
    base: '/hello/',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { target: 'es2022', outDir, emptyOutDir: true },
  });
  await precompress(outDir);
}
