import { KeyedTurns } from '../../http/keyed-turns.ts';
import { HttpError } from '../../http/http-error.ts';
import { limitConcurrency } from '../../http/limit-concurrency.ts';
import { openJobThread, type JobThreadOptions } from '../../threads/job-thread.ts';
import type { InspectReply } from './inspect-worker.ts';
import type { FileFacts, FileToInspect } from './inspect-file.ts';

/** Concurrent checks, each of which holds a whole file in memory. */
const MAX_CONCURRENT = 2;
/** Concurrent checks of one owner, whose slow files must not delay other people. */
const MAX_CONCURRENT_PER_OWNER = 1;

export interface Inspector {
  /**
   * Returns the facts, or the reason for a refusal.
   *
   * @param owner the uploader
   * @throws HttpError 422 if the thread failed, hung or crashed on the file; Error if the inspector closes meanwhile
   */
  inspect(file: FileToInspect, owner: string): Promise<FileFacts | string>;
  close(): Promise<void>;
}

/** Opens the threads that check files. 50 MB take a few seconds at most, so 15 s means that a thread hung. */
export function openInspector(
  log: (line: string) => void,
  { script = new URL('./inspect-worker.mjs', import.meta.url), timeoutMs = 15_000 }: Partial<JobThreadOptions> = {},
): Inspector {
  const idle = Array.from({ length: MAX_CONCURRENT }, () =>
    openJobThread<FileToInspect, InspectReply>({ script, timeoutMs }),
  );
  const all = [...idle];
  const withThreadLimit = limitConcurrency(MAX_CONCURRENT);
  let isClosed = false;
  const ownerTurns = new KeyedTurns(MAX_CONCURRENT_PER_OWNER);
  const runIdle = async (file: FileToInspect): Promise<InspectReply> => {
    const thread = idle.pop();
    if (!thread) throw new Error('no thread is idle');
    try {
      return await thread.run(file);
    } catch (error) {
      return { fault: `the judge ${error instanceof Error ? error.message : String(error)}` };
    } finally {
      idle.push(thread);
    }
  };
  return {
    async inspect(file, owner) {
      const reply = await ownerTurns.run(owner, () => withThreadLimit(() => runIdle(file)));
      if ('verdict' in reply) return reply.verdict;
      // Not a refusal, so the caller keeps the bytes for a retry.
      if (isClosed) throw new Error('the server is closing');
      log(`A file could not be checked: ${reply.fault}`);
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
