/** Texts for causes that the start and `npm run doctor` both report, each by its own check. */
export const causeTexts = {
  diskIsFull: (dataDir: string) => `The disk of ${dataDir} is full. Make room there and start again; nothing is lost.`,
  noRoomForBackup: (folder: string) =>
    `The disk of ${folder} is full, and no backup was made there. Make room on it; earlier backups stay.`,
  noRoomForRestore: (folder: string) =>
    `The disk of ${folder} is full, and nothing was restored. Choose a larger disk (UNDERCURRENT_DATA), or make room; the backup is unchanged.`,
  otherVersion: (made: string, here: string) =>
    Number.parseInt(made, 10) < Number.parseInt(here, 10)
      ? `The database was made by PostgreSQL ${made}, and this is ${here}. Run npm run upgrade-postgres, which copies it into one of ${here} ` +
        `and keeps it; or start the release of Undercurrent that brought PostgreSQL ${made}.`
      : `The database was made by PostgreSQL ${made}, and this is ${here}, which is earlier. Start the release of Undercurrent that brought ` +
        `PostgreSQL ${made}, or a later one.`,
  notAllowed: (dataDir: string) =>
    `This user may not read or write ${dataDir}. Give the folder to this user, or start as its owner.`,
  readOnly: (dataDir: string) =>
    `The disk of ${dataDir} is mounted for reading only, most often after an error of the disk. Check the disk first.`,
};

/** Explanations by a pattern in PostgreSQL's output. No message advises to delete data. */
const causes: readonly (readonly [pattern: RegExp, explain: (match: RegExpExecArray, dataDir: string) => string])[] = [
  [/No space left on device|could not write to file .*: wrote only/i, (_, dataDir) => causeTexts.diskIsFull(dataDir)],
  [
    /initialized by PostgreSQL version ([\d.]+),? which is not compatible with this version ([\d.]+?)\.?$/im,
    ([, made = '', here = '']) => causeTexts.otherVersion(made, here),
  ],
  [
    /database files are incompatible with server/i,
    () =>
      'The database was made by another version of PostgreSQL. If that was an earlier one, run npm run upgrade-postgres; else start the release of ' +
      'Undercurrent that made it.',
  ],
  [
    /lock file "[^"]*postmaster\.pid" already exists|is another postmaster.*running|another server might be running/is,
    (_, dataDir) =>
      `Another process uses the database in ${dataDir}. Stop it first, or set UNDERCURRENT_DATA to another folder.`,
  ],
  [
    /has wrong ownership|must be started by the user that owns/i,
    (_, dataDir) =>
      `The database in ${dataDir} belongs to another user of this machine. Start as that user, or give the folder to this one.`,
  ],
  [
    /has invalid permissions|has group or world access/i,
    (_, dataDir) => `Others may read the database in ${dataDir}. Take that away: chmod -R go-rwx ${dataDir}/cluster`,
  ],
  [/Permission denied/i, (_, dataDir) => causeTexts.notAllowed(dataDir)],
  [
    /could not (?:create|map) (?:shared memory|anonymous shared memory)|Cannot allocate memory|out of memory/i,
    () => 'The machine has too little memory for PostgreSQL. End other programs, or add memory, and start again.',
  ],
  [/Read-only file system/i, (_, dataDir) => causeTexts.readOnly(dataDir)],
  [
    /could not find the database system|could not locate a valid checkpoint record|invalid (?:primary )?checkpoint|PANIC/i,
    (_, dataDir) =>
      `The database in ${dataDir} is damaged. Keep the folder as it is, and restore your latest backup into another one: see docs/operating.md.`,
  ],
];

/** Says why PostgreSQL did not start, and what to do. @param output PostgreSQL's output before it exited */
export function explainFailure(output: string, dataDir: string): string {
  for (const [pattern, explain] of causes) {
    const match = pattern.exec(output);
    if (match) return `PostgreSQL did not start. ${explain(match, dataDir)}`;
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
  const reason = fatal.replace(/^.*?(?=FATAL|PANIC|error:)/, '').trim();
  return `PostgreSQL did not start: ${reason}. Its log is ${dataDir}/postgres.log; the data is untouched.`;
}
