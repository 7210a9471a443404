import { type RealtimeChannel, RealtimeClient } from '@supabase/supabase-js';
import type { Live } from '../answers.ts';
import type { BackendConfig, SyncEnvironment } from '../environment.ts';
import { tables } from '../model/tables.ts';
import { digest as digestSchema, type Digest } from '../model/digest.ts';

const HEARTBEAT_MS = 25_000;
/** Average delays before the first, second and later attempts to reconnect. */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];
/** A delay is 0.5 to 1.5 times its average: a restart of the server ends the sockets of all devices at the same moment. */
const SPREAD = [0.5, 1.5] as const;

interface ListenInput {
  config: BackendConfig;
  /** Called whenever the client needs a token: to connect, to join and at each heartbeat. Only the session keeper stores tokens (S-5). */
  accessToken: () => Promise<string | null>;
  userId: string | null;
  /** Null until a pull has answered. */
  digestTopic: Live<string | null>;
  random: SyncEnvironment['random'];
}

export interface RealtimeHandlers {
  /** Own rows have changed. The transaction is null if unknown. */
  onChange(transaction: bigint | null): void;
  /** A subscription has begun. Changes before it were not reported. */
  onSubscribed(): void;
  onDigest(digest: Digest): void;
}

export interface Listening {
  /** Joins the digests' channel, or leaves it: while no page is visible, digests would only cost bytes. Initially not joined. */
  hearDigests(isWatched: boolean): void;
  stop(): Promise<void>;
}

/** Subscribes to changes of own rows (SY-18) and digests (G-4). */
export async function listen(input: ListenInput, handlers: RealtimeHandlers): Promise<Listening> {
  const { onChange, onSubscribed, onDigest } = handlers;
  const { config, userId, digestTopic, random } = input;
  const realtime = new RealtimeClient(`${config.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config.publishableKey },
    accessToken: input.accessToken,
    heartbeatIntervalMs: HEARTBEAT_MS,
    reconnectAfterMs: (tries) => {
      const [least, most] = SPREAD;
      const average = RECONNECT_MS[Math.min(tries, RECONNECT_MS.length) - 1] ?? 10_000;
      return average * (least + random() * (most - least));
    },
  });
  // A channel joined without a token is anonymous, and ignores a later token.
  await realtime.setAuth();
  const join = (channel: RealtimeChannel) =>
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') onSubscribed();
    });

  const channels = new Map<string, RealtimeChannel>();
  for (const { name: table, live } of Object.values(tables)) {
    if (!live) continue;
    for (const filter of live.filters(userId)) {
      const channel = channels.get(live.channel) ?? realtime.channel(live.channel);
      channels.set(
        live.channel,
        channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, ({ new: row }) =>
          onChange(transactionOf(row)),
        ),
      );
    }
  }
  for (const channel of channels.values()) {
    // Hosted Realtime reports when it has begun to watch the tables; earlier changes were missed.
    channel.on('system', {}, ({ extension, status }) => {
      if (extension === 'postgres_changes' && status === 'ok') onSubscribed();
    });
    join(channel);
  }

  let isWatched = false;
  let isStopped = false;
  let joined: RealtimeChannel | null = null;
  /** Settles after the last change of the joined topic. The next change waits: a topic can be joined again only after it has been left. */
  let changing: Promise<unknown> = Promise.resolve();
  const followTopic = async () => {
    const topic = isWatched && !isStopped ? digestTopic.get() : null;
    if (joined && joined.topic !== `realtime:${topic}`) {
      const left = joined;
      joined = null;
      await realtime.removeChannel(left);
    }
    if (topic === null || joined) return;
    // Private: the server's policies decide who may listen, and nobody may send.
    joined = realtime.channel(topic, { config: { private: true } });
    join(
      joined.on('broadcast', { event: 'digest' }, ({ payload }) => {
        const parsed = digestSchema.safeParse(payload);
        if (parsed.success) onDigest(parsed.data);
      }),
    );
  };
  const follow = () => (changing = changing.then(followTopic).catch(() => undefined));
  const stopTopic = digestTopic.subscribe(() => void follow());

  return {
    hearDigests(next) {
      isWatched = next;
      void follow();
    },
    async stop() {
      isStopped = true;
      stopTopic();
      await Promise.all([...channels.values()].map((channel) => realtime.removeChannel(channel)));
      await follow();
      await realtime.disconnect();
    },
  };
}

function transactionOf(row: object): bigint | null {
  const id = 'row_xid' in row ? String(row.row_xid) : '';
  return /^\d+$/.test(id) ? BigInt(id) : null;
}
