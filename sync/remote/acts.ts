import * as z from 'zod/mini';
import type { CallResult } from '../answers.ts';
import type { RemoteAct } from '../model/remote-acts.ts';
import type { RemoteRead } from '../model/remote-reads.ts';
import { DAY_MS, utcDay } from '../model/utc-day.ts';
import type { ActOutcome } from '../remote-types.ts';
import type { Calls } from './calls.ts';
import { uuidV7 } from '../outbox/uuid.ts';

/** Row of the table `device` that holds the idempotency keys of unanswered acts. */
const KEYS = 'unanswered-acts';
/** `until`: expiry of the key, in ms since the epoch. */
const keysSchema = z.record(z.string(), z.object({ key: z.string(), until: z.number() }));
type Keys = z.infer<typeof keysSchema>;

const refusal = z.object({ success: z.literal(false), code: z.string(), message: z.string() });

export interface ActsInput {
  call: Calls['call'];
  device: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  /** Runs the work in one tab of this person at a time. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  now(): number;
  invalidate(reads: readonly RemoteRead<unknown>[]): void;
  /** Called when rows may have changed on the server. */
  pull(): void;
}

export interface Acts {
  act<P, T>(act: RemoteAct<P, T>, request: P): Promise<ActOutcome<T>>;
}

/** Sends acts, and stores the idempotency keys of unanswered ones (SY-30). */
export function createActs(input: ActsInput): Acts {
  const { device } = input;
  /** By name: identical concurrent acts are sent once. */
  const pending = new Map<string, Promise<ActOutcome<unknown>>>();

  const changeKeys = <T>(change: (keys: Keys) => { keys: Keys; result: T }) =>
    input.withLock(async () => {
      const parsed = keysSchema.safeParse(await device.get(KEYS));
      const before = parsed.success ? parsed.data : {};
      const { keys, result } = change(before);
      if (keys !== before) await device.put(KEYS, keys);
      return result;
    });
  /** The stored key of an unanswered act, or a new one, which is stored before the request is sent. */
  const keyOf = (name: string, forMs: number) =>
    changeKeys((keys) => {
      const now = input.now();
      const stored = keys[name];
      if (stored && now < stored.until) return { keys, result: stored.key };
      const unexpired = Object.entries(keys).filter(([, { until }]) => now < until);
      // The server finds the answer to an id by the month in the id (G-7).
      const key = uuidV7(now);
      return { keys: { ...Object.fromEntries(unexpired), [name]: { key, until: now + forMs } }, result: key };
    });
  const deleteKey = (name: string) =>
    changeKeys(({ [name]: _answered, ...others }) => ({ keys: others, result: undefined }));

  const send = async <P, T>(act: RemoteAct<P, T>, name: string, parameters: Record<string, unknown>) => {
    const key =
      act.keyLifetime === 'none'
        ? null
        : await keyOf(name, act.keyLifetime === 'today' ? DAY_MS : act.keyLifetime.forMs);
    const reply = await input.call(act.procedure, key === null ? parameters : { ...parameters, p_action_id: key });
    const outcome = outcomeOf(act, reply);
    if (outcome.kind === 'failed') return outcome;
    // If the key cannot be deleted, the same act sent again gets this answer again, and has no effect on the server.
    if (key !== null) await deleteKey(name).catch(() => undefined);
    if (!act.endsAccount) input.pull();
    input.invalidate(act.invalidates);
    return outcome;
  };

  return {
    act<P, T>(act: RemoteAct<P, T>, request: P) {
      const parameters = act.parameters(request);
      const day = act.keyLifetime === 'today' ? `:${utcDay(input.now())}` : '';
      const name = `${act.procedure}:${JSON.stringify(parameters)}${day}`;
      const running = pending.get(name);
      // A name belongs to one act only, so the running request has this act's type of answer.
      if (running) return running as Promise<ActOutcome<T>>;
      const sending = send(act, name, parameters).finally(() => pending.delete(name));
      pending.set(name, sending);
      return sending;
    },
  };
}

function outcomeOf<P, T>(act: RemoteAct<P, T>, reply: CallResult<unknown>): ActOutcome<T> {
  if (!reply.ok) {
    const { failure } = reply;
    // Without an answer or a session (401), the next attempt uses the same key.
    if (failure.kind !== 'refused' || failure.code === '401') return { kind: 'failed', failure };
    return judge(act, failure);
  }
  const refused = refusal.safeParse(reply.value);
  if (refused.success) return judge(act, refused.data);
  const answer = act.answer.safeParse(reply.value);
  // An answer that does not parse is a captive portal's page, or from another version of the server.
  return answer.success ? { kind: 'done', value: answer.data } : { kind: 'failed', failure: { kind: 'network' } };
}

function judge<T>(
  act: Pick<RemoteAct<never, T>, 'isAlreadyDone'>,
  { code, message }: { code: string; message: string },
): ActOutcome<T> {
  return act.isAlreadyDone?.(code) ? { kind: 'done', value: null } : { kind: 'refused', code, message };
}
