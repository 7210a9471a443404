import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { KillableStack } from '../killable-stack.ts';
import type { Person } from '../people.ts';
import type { PollerOptions, EndpointTimes } from './endpoint-poller.ts';

const waits = z.array(z.object({ endpoint: z.string(), ms: z.array(z.number()), faults: z.array(z.string()) }));

export function pollEndpoints(stack: KillableStack, { id, caller }: Person): { stop(): Promise<EndpointTimes[]> } {
  const me: PollerOptions = { url: stack.url, apikey: stack.keys.publishableKey, id, token: caller.token };
  const program = fileURLToPath(new URL('endpoint-poller.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(me)], { execArgv: ['--import', 'tsx'] });
  return {
    async stop() {
      const answered = once(child, 'message');
      child.send('stop');
      const [message] = await answered;
      return waits.parse(message);
    },
  };
}
