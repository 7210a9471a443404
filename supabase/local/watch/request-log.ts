import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openRotatingFile } from './rotating-file.ts';

export type RequestLogTarget = 'file' | 'stdout' | 'off';

/** A finished request. It has no path and no header: both may contain tokens, addresses and names of private files. */
export interface RequestLine {
  readonly id: string;
  readonly door: string;
  readonly action: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** Bytes of the response, with its headers. */
  readonly bytes: number;
  /** Whether the whole response was sent. */
  readonly isWhole: boolean;
  /** IP address. The log contains only a code of it. */
  readonly address: string;
}

export interface RequestLog {
  request(line: RequestLine): void;
  browserError(error: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export interface RequestLogOptions {
  readonly dataDir: string;
  readonly target: RequestLogTarget;
  readonly onLost: () => void;
  /** Receives one line when the file cannot be written. */
  readonly log: (line: string) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CACHED_CODES = 10_000;

/** Opens the log, which writes a JSON line for each request and for each reported browser error. */
export function openRequestLog({ dataDir, target, onLost, log }: RequestLogOptions): RequestLog {
  if (target === 'off')
    return { request: () => undefined, browserError: () => undefined, close: async () => undefined };
  const file = target === 'file' ? openRotatingFile(logFolder(dataDir), 'requests.log', { onLost, log }) : null;
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    file?.stream ?? process.stdout,
  );
  const codeOf = createAddressCodes();
  return {
    request({ address, status, ms, isWhole, ...line }) {
      const entry = {
        ...line,
        status,
        ms: Math.round(ms * 10) / 10,
        caller: codeOf(address),
        ...(isWhole ? {} : { cut: true }),
      };
      if (status >= 500) logger.error(entry);
      else logger.info(entry);
    },
    browserError: (error) => logger.warn({ browserError: error }),
    close: async () => await file?.close(),
  };
}

function logFolder(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Creates a function that replaces an address by a code. The key of the codes is in memory only and replaced every 24
 * hours, so no code can be resolved later.
 */
function createAddressCodes(): (address: string) => string {
  const codes = new Map<string, string>();
  let key = randomBytes(32);
  let until = Date.now() + DAY_MS;
  return (address) => {
    if (Date.now() >= until) {
      codes.clear();
      key = randomBytes(32);
      until = Date.now() + DAY_MS;
    }
    if (codes.size >= MAX_CACHED_CODES) codes.clear();
    const code = codes.get(address) ?? createHmac('sha256', key).update(address).digest('hex').slice(0, 10);
    codes.set(address, code);
    return code;
  };
}
