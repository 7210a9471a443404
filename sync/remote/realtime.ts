import { type RealtimeChannel, RealtimeClient } from '@supabase/supabase-js';
import type { BackendConfig } from '../environment.ts';
import { tables } from '../model/tables.ts';

/** Heartbeat and reconnect delays of the socket (part 1 §9), in milliseconds. */
const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * Public tracks have changed. It reaches those whom the rows do not: a guest, whose pass Realtime does not read (S-1), and everybody
 * when a track is hidden or deleted (S-58).
 */
const catalogueChange = { event: '*', schema: 'private', table: 'catalogue_changes' } as const;

/** The channel of tracks that everybody hears. */
const CATALOGUE = 'public-tracks';

interface ListenInput {
  config: BackendConfig;
  /** Asked for each time: the session keeper alone stores, renews and drops a token (S-5). */
  accessToken: () => Promise<string | null>;
  /** Null for a guest, who hears that public tracks have changed and no more. */
  userId: string | null;
  /**
   * `own`: what it tells is in rows that are picked by this person's id. With the transaction that made the change, where the
   * change tells it.
   */
  onChange: (whose: 'own' | 'all', transaction: bigint | null) => void;
}

/**
 * Listens for changes and only says that there are some (SY-18): what they are comes with the next pull. A new
 * subscription says so too, because what happened while the socket was down was missed.
 * The realtime client of supabase-js alone: the whole of it would bring three more clients that nothing here asks.
 * @returns how to stop
 */
export async function listen({ config, accessToken, userId, onChange }: ListenInput): Promise<() => Promise<void>> {
  const realtime = new RealtimeClient(`${config.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config.publishableKey },
    accessToken,
    heartbeatIntervalMs: HEARTBEAT_MS,
    reconnectAfterMs: (tries) => RECONNECT_MS[Math.min(tries, RECONNECT_MS.length) - 1] ?? 10_000,
  });
  // Before the first join: a channel that is joined without a token hears as nobody, and the token that follows is lost.
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

/** Of a row that is synced (SY-4). */
function transactionOf(row: object): bigint | null {
  const id = 'row_xid' in row ? String(row.row_xid) : '';
  return /^\d+$/.test(id) ? BigInt(id) : null;
}
