import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ReleaseTree {
  readonly folder: string;
  remove(): void;
}

/** Checks out a release beside this one, with the packages of its lock file. */
export function openReleaseTree(commit: string): ReleaseTree {
  const parent = mkdtempSync(join(tmpdir(), 'undercurrent-release-'));
  // Started by root, PostgreSQL runs as another user, who must reach its programs in the folder of the packages.
  chmodSync(parent, 0o755);
  const folder = join(parent, 'tree');
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    run('git', ['worktree', 'add', '--detach', folder, commit], root);
    installPackages(folder);
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Releases with the same lock file share their packages. */
function installPackages(folder: string): void {
  const lockOf = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  const packages = join(root, 'node_modules');
  if (lockOf(folder) === lockOf(root) && existsSync(packages))
    symlinkSync(realpathSync(packages), join(folder, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
