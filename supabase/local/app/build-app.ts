import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { precompress } from './precompress.ts';

const sources = [
  ...['index.html', 'vite.config.ts', 'package-lock.json', 'public', 'src', 'sync', 'sw'],
  'supabase/functions/_shared/media',
];

/** Builds the app if a source is newer than the last build, and compresses its files. @throws StartError when the build fails */
export async function ensureBuilt(root: string, log: (line: string) => void): Promise<void> {
  const dist = join(root, 'dist');
  const built = join(dist, 'index.html');
  if (!existsSync(join(root, 'index.html'))) return log('There is no app to build yet: serving the backend alone');
  if (!existsSync(built) || statSync(built).mtimeMs < newest(root)) {
    log('Building the app');
    await runBuild(root);
  }
  await precompress(dist);
}

function newest(root: string): number {
  const times = sources.flatMap((name) => {
    const path = join(root, name);
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [statSync(path).mtimeMs];
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
    return files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  });
  return Math.max(...times);
}

async function runBuild(root: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => {
    child.once('error', () => done(null));
    child.once('close', done);
  });
  if (code === 0) return;
  // The next start must not take a half-finished build for a complete one.
  rmSync(join(root, 'dist', 'index.html'), { force: true });
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  throw new StartError(`The app could not be built. Run "npm run build" to see why.\n${lines.slice(-12).join('\n')}`);
}
