import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasEnded } from './has-ended.ts';

const source = fileURLToPath(new URL('../../supabase/functions', import.meta.url));

export interface DenoFunctions {
  readonly names: readonly string[];
  addressOf(name: string): string;
  close(): Promise<void>;
}

/**
 * Serves all Edge Functions. As in a hosted project, each function has its own process, and only environment variables configure it.
 */
export async function serveInDeno(env: Readonly<Record<string, string>>): Promise<DenoFunctions> {
  const dir = await mkdtemp(join(tmpdir(), 'undercurrent deno '));
  const folder = join(dir, 'functions');
  await cp(source, folder, { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name);
  const children: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(children.map(end));
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const addresses = new Map<string, string>();
    const serve = async (name: string) => {
      const file = join(folder, name, 'index.ts');
      const child = startDeno(['serve', '--host', '127.0.0.1', '--port', '0'], file, {
        ...env,
        DENO_DIR: join(dir, 'cache'),
      });
      children.push(child);
      addresses.set(name, await waitForAddress(child, name));
    };
    await Promise.all(names.map(serve));
    return { names, addressOf: (name) => addresses.get(name) ?? '', close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a program in Deno, which may use the network and the environment only. */
export function startDeno(
  command: readonly string[],
  file: string,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const system = process.platform === 'linux' ? `linux-${process.arch}-glibc` : `${process.platform}-${process.arch}`;
  // The package's launcher leaves the binary running when it is stopped, so run the binary itself.
  const deno = createRequire(import.meta.url).resolve(
    `@deno/${system}/deno${process.platform === 'win32' ? '.exe' : ''}`,
  );
  const permissions = ['--no-prompt', '--no-remote', '--no-npm', '--no-config', '--allow-net', '--allow-env'];
  return spawn(deno, [...command, ...permissions, file], {
    env: { ...env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @throws Error with all output if Deno exits before it listens */
export function waitForAddress(child: ChildProcess, name: string): Promise<string> {
  return new Promise((done, fail) => {
    let output = '';
    const onOutput = (part: Buffer) => {
      output += part.toString();
      const address = /Listening on (http:\/\/[\d.:]+)/.exec(output)?.[1];
      if (address !== undefined) done(address);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`${name} does not run in Deno:\n${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}
