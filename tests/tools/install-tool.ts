import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Installs the packages of a tool's own lock file, once. They are large, and few people run the tools, so they are not among this
 * project's packages.
 *
 * @returns the folder of the tool's packages, without a slash at its end
 */
export function installTool(name: 'lighthouse' | 'stryker'): string {
  const folder = fileURLToPath(new URL(name, import.meta.url));
  const packages = `${folder}/node_modules`;
  if (existsSync(`${packages}/.package-lock.json`)) return packages;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install ${name}: see above`);
  return packages;
}
