import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { KillableStack } from '../killable-stack.ts';
import type { Person } from '../people.ts';
import type { Neighbour, Waits } from './neighbours.ts';

const waits = z.array(z.object({ door: z.string(), ms: z.array(z.number()), faults: z.array(z.string()) }));

/**
 * A separate process that requests every endpoint in a loop as this person. `stop` returns the response times of each.
 */
export function askAround(stack: KillableStack, { id, caller }: Person): { stop(): Promise<Waits[]> } {
  const me: Neighbour = { url: stack.url, apikey: stack.keys.publishableKey, id, token: caller.token };
  const program = fileURLToPath(new URL('neighbours.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(me)], { execArgv: ['--import', 'tsx'] });
  return {
    async stop() {
      const said = once(child, 'message');
      child.send('stop');
      const [message] = await said;
      return waits.parse(message);
    },
  };
}
