import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { currentMajor } from '../postgres/binaries.ts';
import { checkBackups } from './check-backups.ts';
import { checkClock, checkDatabaseVersion, checkFolder, checkModes, checkRoom } from './check-folder.ts';
import { checkRelease } from './check-release.ts';
import { checkMail, checkPort, checkPublicAddress, checkRadio } from './check-network.ts';
import { readDataDir, readPort } from '../settings.ts';
import { type Finding, asFinding, ok } from './finding.ts';

const marks = { ok: 'ok     ', warning: 'WARNING', wrong: 'WRONG  ' };

/** Checks what the server needs, with the settings of `npm start`, and changes nothing. @returns the exit code */
export async function runDoctor(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  const dataDir = resolve(readDataDir(env));
  const host = env['HOST'] || 'localhost';
  const checks: readonly (readonly [name: string, check: () => Promise<Finding> | Finding])[] = [
    ['Node', () => ok(`Node ${process.versions.node}`)],
    ['Data folder', () => checkFolder(dataDir)],
    ['Disk', () => checkRoom(existingParent(dataDir))],
    ['File modes', () => checkModes(dataDir)],
    ['Release', () => checkRelease(env, dataDir)],
    ['PostgreSQL', () => checkDatabase(env, dataDir)],
    ['Clock', () => checkClock(dataDir, Date.now())],
    ['Port', () => checkPort(readPort(env), host)],
    ['PUBLIC_URL', () => checkPublicAddress(env, host)],
    ['Mails', () => checkMail(env)],
    ['Backups', () => checkBackups(env, Date.now())],
    ['Radio', () => checkRadio(env['RADIO_URL'])],
  ];
  let isWrong = false;
  for (const [name, check] of checks) {
    const { checked, state, advice } = await asFinding(name, check);
    print(`${marks[state]}  ${checked}${advice === '' ? '' : `\n         ${advice}`}`);
    isWrong ||= state === 'wrong';
  }
  return isWrong ? 1 : 0;
}

/** @throws StartError when PostgreSQL is not installed */
async function checkDatabase(env: NodeJS.ProcessEnv, dataDir: string): Promise<Finding> {
  if (env['DATABASE_URL']) return ok('PostgreSQL: a server of your own (DATABASE_URL)');
  return await checkDatabaseVersion(dataDir, await currentMajor());
}

function existingParent(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingParent(dirname(path));
}
