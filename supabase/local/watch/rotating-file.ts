import { existsSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { pino } from 'pino';

/** Size at which a file is rotated. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Files, including the current one. */
const KEPT_FILES = 5;
/** Lines are buffered up to this many bytes, or for a second. */
const PIECE_BYTES = 4096;
/** Bytes of lines that are buffered while the disk is full; further lines are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface RotatingFile {
  readonly stream: ReturnType<typeof pino.destination>;
  /** Resolves when all lines are written, or writing has failed. */
  close(): Promise<void>;
}

export interface RotatingFileOptions {
  readonly onLost: () => void;
  readonly log: (line: string) => void;
  readonly maxBytes?: number;
}

/** Opens a log file that rotates to `name.1`, `name.2` and so on, up to five files. If the disk fails, only lines are lost. */
export function openRotatingFile(
  folder: string,
  name: string,
  { onLost, log, maxBytes = MAX_BYTES }: RotatingFileOptions,
): RotatingFile {
  const path = join(folder, name);
  const stream = pino.destination({
    dest: path,
    sync: false,
    mkdir: true,
    mode: 0o600,
    minLength: PIECE_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: 1_000,
  });
  let size = existsSync(path) ? statSync(path).size : 0;
  let hasFailed = false;
  const report = (error: unknown): void => {
    if (!hasFailed)
      log(
        `The request log ${path} cannot be written (${String(error)}). Lines are lost until there is room and this user may write it.`,
      );
    hasFailed = true;
  };
  stream.on('error', report);
  stream.on('drop', onLost);
  stream.on('write', (bytes: number) => {
    hasFailed = false;
    size += bytes;
    if (size < maxBytes) return;
    size = 0;
    try {
      rotate(path);
      stream.reopen();
    } catch (error) {
      report(error);
    }
  });
  return {
    stream,
    async close() {
      const ended = once(stream, 'close').catch(() => undefined);
      const failed = new Promise((done) => stream.once('error', done));
      stream.end();
      await Promise.race([ended, failed]);
      if (hasFailed) stream.destroy();
    },
  };
}

function rotate(path: string): void {
  for (let number = KEPT_FILES - 2; number >= 1; number -= 1)
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  // An operator may have moved the file away.
  if (existsSync(path)) renameSync(path, `${path}.1`);
}
