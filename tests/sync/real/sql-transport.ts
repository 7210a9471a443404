import postgres from 'postgres';
import type { Failure, Reply, TransportPort } from '../../../sync/core/ports.ts';
import { pullResponse, pushResponse, type PullRequest, type PushAction } from '../../../sync/model/wire.ts';
import type { Tally } from '../simulation/tally.ts';

/** The probability of each fault, from 0 to 1. */
export interface FaultRates {
  dropRequest: number;
  loseResponse: number;
  duplicate: number;
  /** The backend ends itself in mid-transaction. */
  dieBeforeCommit: number;
  /** The backend ends itself after the commit, before the client gets the answer. */
  dieAfterCommit: number;
}
export const noFaults: FaultRates = {
  dropRequest: 0,
  loseResponse: 0,
  duplicate: 0,
  dieBeforeCommit: 0,
  dieAfterCommit: 0,
};

/** Application name of the devices' connections, by which their backends are found and killed. */
export const DEVICE_APPLICATION = 'undercurrent-device';

const networkFailure: { ok: false; failure: Failure } = { ok: false, failure: { kind: 'network' } };
const CONNECTION_ERRORS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
]);
const RETRYABLE_ERRORS = new Set(['40001', '40P01', '55P03']);

/** Calls `sync_pull` and `sync_push` over SQL as one user, with faults. */
export class SqlTransport implements TransportPort {
  private client: postgres.Sql | null = null;

  constructor(
    private readonly url: string,
    private readonly user: string,
    private readonly faultRates: () => FaultRates,
    private readonly tally: Tally,
    private readonly afterPush = '',
    private readonly pageRows = 25,
  ) {}

  async pull(request: PullRequest) {
    const reply = await this.call('sync_pull', { ...request, limit: Math.min(request.limit, this.pageRows) });
    return reply.ok ? { ok: true as const, value: pullResponse.parse(reply.value) } : reply;
  }

  async push(actions: PushAction[]) {
    const reply = await this.call('sync_push', actions);
    return reply.ok ? { ok: true as const, value: pushResponse.parse(reply.value) } : reply;
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = null;
    await client?.end({ timeout: 0 });
  }

  private async call(procedure: 'sync_pull' | 'sync_push', argument: unknown): Promise<Reply<unknown>> {
    const faultRates = this.faultRates();
    if (this.drawFault('requests dropped', faultRates.dropRequest)) return networkFailure;
    const isPush = procedure === 'sync_push';
    const twice = isPush && this.drawFault('pushes delivered twice', faultRates.duplicate);
    const terminateIf = (name: string, chance: number) => (isPush && this.drawFault(name, chance) ? KILL : '');
    const text = (last: string) => `
      begin;
      select set_config('request.jwt.claims', ${literal(JSON.stringify({ sub: this.user, role: 'authenticated' }))}, true),
        set_config('role', 'authenticated', true);
      select public.${procedure}(${literal(JSON.stringify(argument))}::jsonb) as result;
      set local role none;
      ${terminateIf('backends that died before the commit', faultRates.dieBeforeCommit)}
      commit;
      ${terminateIf('backends that died after the commit', faultRates.dieAfterCommit)}
      ${last}`;
    const last = isPush ? this.afterPush : '';
    const duplicate = twice ? new SqlTransport(this.url, this.user, () => noFaults, this.tally, this.afterPush) : null;
    const repeated = duplicate?.run(text(last)).then(async () => duplicate.close());
    const reply = await this.run(text(last));
    await repeated;
    return this.drawFault('responses lost', faultRates.loseResponse) ? networkFailure : reply;
  }

  private async run(text: string): Promise<Reply<unknown>> {
    this.client ??= postgres(this.url, {
      max: 1,
      // If a backend were killed during the driver's own query for types, the rejection would be unhandled.
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: DEVICE_APPLICATION },
    });
    this.tally.add('requests');
    try {
      const results: unknown = await this.client.unsafe(text).simple();
      return { ok: true, value: resultOf(results) };
    } catch (error) {
      await this.close();
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (CONNECTION_ERRORS.has(code)) {
        this.tally.add('connections lost');
        return networkFailure;
      }
      if (RETRYABLE_ERRORS.has(code))
        return { ok: false, failure: { kind: 'busy', retryAfterMs: null, message: code } };
      return { ok: false, failure: { kind: 'refused', code, message: String(error) } };
    }
  }

  private drawFault(name: string, chance: number): boolean {
    if (Math.random() >= chance) return false;
    this.tally.add(name);
    return true;
  }
}

const KILL = 'select pg_terminate_backend(pg_backend_pid());';

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function resultOf(results: unknown): unknown {
  if (!Array.isArray(results)) return null;
  for (const rows of results) {
    const first: unknown = Array.isArray(rows) ? rows[0] : null;
    if (typeof first === 'object' && first !== null && 'result' in first) return first.result;
  }
  return null;
}
