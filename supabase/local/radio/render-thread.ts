import { openJobThread, type JobThreadOptions } from '../threads/job-thread.ts';
import type { Failed, Inspected, Rendered, RenderOrder, RenderAnswer, RenderJob } from './render-jobs.ts';

export interface RenderThread {
  inspect(path: string): Promise<Inspected | Failed>;
  render(order: RenderOrder): Promise<Rendered | Failed>;
  close(): Promise<void>;
}

/** Opens the thread that inspects and renders files. A job takes milliseconds, so 15 s means that the thread hung. */
export function openRenderThread({
  script = new URL('./render-worker.mjs', import.meta.url),
  timeoutMs = 15_000,
}: Partial<JobThreadOptions> = {}): RenderThread {
  const thread = openJobThread<RenderJob, RenderAnswer>({ script, timeoutMs });
  const ask = (job: RenderJob): Promise<RenderAnswer> =>
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

function unexpected(answer: RenderAnswer): Failed {
  return threadFailed(`the render thread answered ${answer.kind}`);
}

function threadFailed(reason: string): Failed {
  return { kind: 'failed', reason, blame: 'thread' };
}
