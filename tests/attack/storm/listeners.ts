import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Random } from '../../../supabase/seed/random.ts';
import { subscribe } from '../subscribe.ts';
import type { KillableStack } from '../killable-stack.ts';
import type { Person } from '../people.ts';

const TABLES = ['tracks', 'user_balances', 'user_stats', 'zap_actions', 'connections', 'messages'];

export interface Received {
  joined: number;
  changes: number;
}

export async function reconnectRepeatedly(
  stack: KillableStack,
  person: Person,
  random: Random,
  received: Received,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const socket = subscribe(stack, person.caller.token, TABLES, (event) => {
      if (event === 'system') received.joined += 1;
      if (event === 'postgres_changes') received.changes += 1;
    });
    await sleep(random.int(10, 600));
    if (random.chance(0.5)) socket.close();
    else socket.terminate();
  }
}

/** Makes a change once a person has joined. @returns the ms from the change to its receipt; null if nothing is received within `withinMs` of the call */
export async function timeToReceive(
  stack: KillableStack,
  person: Person,
  change: () => Promise<unknown>,
  withinMs: number,
): Promise<number | null> {
  let changedAt = 0;
  let socket: WebSocket | null = null;
  const receipt = new Promise<number>((done, fail) => {
    socket = subscribe(stack, person.caller.token, TABLES, (event) => {
      if (event === 'system' && changedAt === 0) {
        changedAt = Date.now();
        change().catch(fail);
      } else if (event === 'postgres_changes' && changedAt > 0) done(Date.now() - changedAt);
    });
  });
  const timeout = sleep(withinMs, null, { ref: false });
  try {
    return await Promise.race([receipt, timeout]);
  } finally {
    (socket as WebSocket | null)?.terminate();
  }
}
