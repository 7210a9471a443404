import { AddressTurns } from '../../http/address-turns.ts';
import { HttpError } from '../../http/http-error.ts';
import { createTurns } from '../../http/turns.ts';
import { openJobThread, type JobThreadOptions } from '../../threads/job-thread.ts';
import type { Judged } from './inspect-worker.ts';
import type { FileFacts, FileToJudge } from './judge-file.ts';

/** Concurrent checks: each holds a whole file in memory. */
const AT_ONCE = 2;
/** Concurrent checks per person, so that slow files do not delay other people. */
const AT_ONCE_OF_ONE = 1;

/** Checks files by their bytes in worker threads. */
export interface Inspector {
  /**
   * The facts of the file, or why it is refused.
   * @param owner the uploader
   * @throws HttpError 422 when it could not be checked: the thread hung or crashed on it
   */
  judge(file: FileToJudge, owner: string): Promise<FileFacts | string>;
  close(): Promise<void>;
}

/** By default a check that takes 15 s counts as hung: 50 MB take less than one second. */
export function openInspector(
  log: (line: string) => void,
  { script = new URL('./inspect-worker.mjs', import.meta.url), patienceMs = 15_000 }: Partial<JobThreadOptions> = {},
): Inspector {
  const idle = Array.from({ length: AT_ONCE }, () => openJobThread<FileToJudge, Judged>({ script, patienceMs }));
  const all = [...idle];
  const inTurn = createTurns(AT_ONCE);
  let isClosed = false;
  const ofOwner = new AddressTurns(AT_ONCE_OF_ONE);
  const ask = async (file: FileToJudge): Promise<Judged> => {
    const thread = idle.pop();
    if (!thread) throw new Error('more files are judged than threads are there');
    try {
      return await thread.ask(file);
    } catch (error) {
      return { fault: `the judge ${error instanceof Error ? error.message : String(error)}` };
    } finally {
      idle.push(thread);
    }
  };
  return {
    async judge(file, owner) {
      const judged = await ofOwner.run(owner, () => inTurn(() => ask(file)));
      if ('verdict' in judged) return judged.verdict;
      // Keeps the bytes for the client's retry.
      if (isClosed) throw new Error('the server is closing');
      log(`A file could not be checked: ${judged.fault}`);
      throw uncheckable();
    },
    async close() {
      isClosed = true;
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}

const uncheckable = () =>
  new HttpError(422, 'Unprocessable', 'The file could not be checked. Try again, or export it anew.');
