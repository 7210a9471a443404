import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** The account for PostgreSQL's programs, which refuse to run as root. */
export interface RunAs {
  /** Must own the cluster's files; null for the current user. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  command(program: string, args: readonly string[]): { file: string; args: string[]; uid?: number; gid?: number };
}

/**
 * Chooses the current user, or for root the account `postgres`, which is created if it is missing.
 *
 * @param mustReach folders to traverse and programs to run
 * @throws StartError if root has no account that can do this
 */
export function chooseAccount(mustReach: readonly string[]): RunAs {
  if (process.getuid?.() !== 0) {
    return { owner: null, command: (file, args) => ({ file, args: [...args] }) };
  }
  const owner = lookUp('postgres') ?? createAccount();
  if (mustReach.every((path) => canReach(owner, path))) {
    return { owner, command: (file, args) => ({ file, args: [...args], ...owner }) };
  }
  // The account cannot traverse a closed folder such as /root. setpriv grants it only the capabilities for that.
  const caps = '+dac_override,+dac_read_search';
  const keep = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const ambient = [`--inh-caps=${caps}`, `--ambient-caps=${caps}`];
  if (!works('setpriv', [...keep, ...ambient, 'true'])) {
    throw new StartError(
      `PostgreSQL must not run as root, and the account "postgres" cannot reach ${mustReach[0] ?? 'this folder'}. ` +
        'Run as an ordinary user, or move the project to a folder that others may enter, such as /srv.',
    );
  }
  return { owner, command: (file, args) => ({ file: 'setpriv', args: [...keep, ...ambient, '--', file, ...args] }) };
}

function lookUp(name: string): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim());
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function createAccount(): { uid: number; gid: number } {
  const isCreated =
    works('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']) ||
    (works('addgroup', ['-S', 'postgres']) && works('adduser', ['-S', '-D', '-H', '-G', 'postgres', 'postgres']));
  const owner = isCreated ? lookUp('postgres') : null;
  if (owner === null) {
    throw new StartError(
      'PostgreSQL must not run as root, and the account "postgres" could not be made. Run as an ordinary user instead.',
    );
  }
  return owner;
}

function canReach(owner: { uid: number; gid: number }, path: string): boolean {
  try {
    execFileSync('test', ['-x', path], { ...owner, stdio: 'ignore' });
    return true;
  } catch {
    return !existsSync(path);
  }
}

function works(file: string, args: readonly string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
