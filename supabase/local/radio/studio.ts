import { openJobThread, type JobThreadOptions } from '../threads/job-thread.ts';
import type { Failed, Inspected, Rendered, RenderOrder, StudioAnswer, StudioJob } from './studio-jobs.ts';

export interface Studio {
  inspect(path: string): Promise<Inspected | Failed>;
  render(order: RenderOrder): Promise<Rendered | Failed>;
  close(): Promise<void>;
}

/** Opens the thread that inspects and renders files. A job takes milliseconds, so 15 s means that the thread hung. */
export function openStudio({
  script = new URL('./studio-worker.mjs', import.meta.url),
  timeoutMs = 15_000,
}: Partial<JobThreadOptions> = {}): Studio {
  const thread = openJobThread<StudioJob, StudioAnswer>({ script, timeoutMs });
  const ask = (job: StudioJob): Promise<StudioAnswer> =>
    thread
      .run(job)
      .catch((error: unknown) => threadFailed(`the decoder ${error instanceof Error ? error.message : String(error)}`));
  return {
    async inspect(path) {
      const answer = await ask({ kind: 'inspect', path });
      return answer.kind === 'rendered' ? unexpected(answer) : answer;
    },
    async render(order) {
      const answer = await ask({ kind: 'render', ...order });
      return answer.kind === 'inspected' ? unexpected(answer) : answer;
    },
    close: () => thread.close(),
  };
}

function unexpected(answer: StudioAnswer): Failed {
  return threadFailed(`the studio answered ${answer.kind}`);
}

function threadFailed(reason: string): Failed {
  return { kind: 'failed', reason, blame: 'thread' };
}
