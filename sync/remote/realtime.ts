import { type RealtimeChannel, RealtimeClient } from '@supabase/supabase-js';
import type { BackendConfig } from '../environment.ts';
import { tables } from '../model/tables.ts';

/** Heartbeat and reconnect delays of the socket (part 1 §9), in milliseconds. */
const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * A change of this table reports changed public tracks to clients that do not receive the rows: to guests, whose token
 * Realtime cannot check (S-1), and to everybody when a track is hidden or deleted (S-58).
 */
const catalogueChange = { event: '*', schema: 'private', table: 'catalogue_changes' } as const;

/** The channel of public tracks. */
const CATALOGUE = 'public-tracks';

interface ListenInput {
  config: BackendConfig;
  /** Called for each connection: only the session keeper stores, renews and drops tokens (S-5). */
  accessToken: () => Promise<string | null>;
  /** Null for a guest, who is notified only that public tracks have changed. */
  userId: string | null;
  /** `own`: the change is in rows filtered by this person's id. The transaction is null if unknown. */
  onChange: (whose: 'own' | 'all', transaction: bigint | null) => void;
}

/**
 * Reports that something changed; the next pull brings the changes (SY-18). Each new subscription counts as a change, because
 * changes were missed while the socket was down. Uses the realtime client of supabase-js only: the whole package contains three
 * more clients that are not needed.
 * @returns the function that stops it
 */
export async function listen({ config, accessToken, userId, onChange }: ListenInput): Promise<() => Promise<void>> {
  const realtime = new RealtimeClient(`${config.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config.publishableKey },
    accessToken,
    heartbeatIntervalMs: HEARTBEAT_MS,
    reconnectAfterMs: (tries) => RECONNECT_MS[Math.min(tries, RECONNECT_MS.length) - 1] ?? 10_000,
  });
  // Before the first join: a channel joined without a token is anonymous, and a later token is ignored.
  await realtime.setAuth();
  const channels = new Map<string, RealtimeChannel>();
  for (const { name: table, live } of Object.values(tables)) {
    if (!live) continue;
    for (const filter of live.filters(userId)) {
      const whose = userId !== null && filter.includes(userId) ? 'own' : 'all';
      const channel = channels.get(live.channel) ?? realtime.channel(live.channel);
      channels.set(
        live.channel,
        channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, ({ new: row }) =>
          onChange(whose, transactionOf(row)),
        ),
      );
    }
  }
  const catalogue = channels.get(CATALOGUE) ?? realtime.channel(CATALOGUE);
  channels.set(
    CATALOGUE,
    catalogue.on('postgres_changes', catalogueChange, () => onChange('all', null)),
  );
  for (const channel of channels.values())
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') onChange('own', null);
    });
  return async () => {
    await Promise.all([...channels.values()].map((channel) => realtime.removeChannel(channel)));
    await realtime.disconnect();
  };
}

/** The transaction of a synced row (SY-4). */
function transactionOf(row: object): bigint | null {
  const id = 'row_xid' in row ? String(row.row_xid) : '';
  return /^\d+$/.test(id) ? BigInt(id) : null;
}
