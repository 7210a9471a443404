import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the built files of a module. @returns a function that restores them */
export function removeBuiltFile(distDir: string, name: string): () => void {
  const assets = join(distDir, 'assets');
  const names = readdirSync(assets).filter((file) => file.startsWith(`${name}-`));
  if (names.length === 0) throw new Error(`No built file of ${name}`);
  const removed = names.map((file) => [join(assets, file), readFileSync(join(assets, file))] as const);
  for (const [path] of removed) rmSync(path);
  return () => removed.forEach(([path, bytes]) => writeFileSync(path, bytes));
}

/** Renames all scripts of the build, as a new version would. */
export function simulateNewBuild(distDir: string): void {
  const assets = join(distDir, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const paths = [
    join(distDir, 'index.html'),
    join(distDir, 'service-worker.js'),
    ...scripts.map((file) => join(assets, file)),
  ];
  for (const path of paths) {
    let text = readFileSync(path, 'utf8');
    for (const name of scripts) text = text.replaceAll(name, nextName(name));
    // A new revision in the precache list makes the next worker fetch index.html again.
    text = text.replace(
      /(index\.html[^}]*?)[0-9a-f]{32}|[0-9a-f]{32}([^{}]*index\.html)/,
      '$1' + 'f'.repeat(32) + '$2',
    );
    writeFileSync(path, text);
    for (const packed of ['br', 'gz']) rmSync(`${path}.${packed}`, { force: true });
  }
  for (const name of scripts) renameSync(join(assets, name), join(assets, nextName(name)));
}

function nextName(name: string): string {
  return name.replace(/\.js$/, '_next.js');
}
