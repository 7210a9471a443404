import { type Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { tableNames, tables } from '../../../sync/model/tables.ts';
import { pullResponse, pushResponse } from '../../../sync/model/wire.ts';

/** Time between two pulls, as in a visible page (SY-18). */
const PULL_MS = 60_000;
/** Delay of a pull after a message other than a digest (SY-18). */
const DEBOUNCE_MS = 150;
const HEARTBEAT_MS = 25_000;

export interface Received {
  messages: number;
  messageBytes: number;
  pulls: number;
  pullBytes: number;
  /** Durations, in ms. */
  pushes: number[];
}

export interface ListenerInput {
  readonly url: string;
  readonly publishableKey: string;
  readonly id: string;
  readonly token: string;
  readonly agent: Agent;
  readonly received: Received;
}

/** Subscribes as the app does, pulls each minute and after messages, and sends plays. Stores its cursors, but no rows. */
export class CrowdListener {
  private socket: WebSocket | null = null;
  private since = '0';
  private epoch: string | null = null;
  private counts: number | null = null;
  private topic = '';
  private pulling: Promise<void> = Promise.resolve();
  private debounce: NodeJS.Timeout | null = null;
  private pullsAt = 0;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly input: ListenerInput) {}

  async open(): Promise<void> {
    await this.pull();
    const { url, publishableKey, id, agent } = this.input;
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
    const socket = new WebSocket(address, { agent });
    this.socket = socket;
    await new Promise((done, fail) => socket.once('open', done).once('error', fail));
    const channels = new Map<string, { event: string; schema: string; table: string; filter: string }[]>();
    for (const { name: table, live } of Object.values(tables))
      for (const filter of live?.filters(id) ?? [])
        channels.set(live?.channel ?? '', [
          ...(channels.get(live?.channel ?? '') ?? []),
          { event: '*', schema: 'public', table, filter },
        ]);
    for (const [channel, changes] of channels) this.join(channel, { postgres_changes: changes });
    this.join(this.topic, { private: true });
    socket.on('message', (data: Buffer) => this.hear(data));
    this.timers.push(
      setInterval(() => socket.send(JSON.stringify([null, '0', 'phoenix', 'heartbeat', {}])), HEARTBEAT_MS),
      setInterval(() => this.pullSoon(), PULL_MS),
    );
  }

  async play(track: string): Promise<void> {
    const action = {
      id: crypto.randomUUID(),
      kind: 'play.record',
      v: 1,
      occurred_at: new Date().toISOString(),
      payload: { track_id: track, progress_ms: 30_000, is_manual: false },
    };
    const started = performance.now();
    const { text } = await this.call('sync_push', { p_actions: [action] });
    this.input.received.pushes.push(performance.now() - started);
    pushResponse.parse(JSON.parse(text));
    await this.pull([action.id]);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    if (this.debounce) clearTimeout(this.debounce);
    this.socket?.terminate();
    await this.pulling;
  }

  private join(topic: string, config: object): void {
    const ref = String(Math.random());
    const payload = { access_token: this.input.token, config };
    this.socket?.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', payload]));
  }

  private hear(data: Buffer): void {
    const [, , , event, payload]: unknown[] = JSON.parse(data.toString());
    if (event !== 'broadcast' && event !== 'postgres_changes') return;
    const { received } = this.input;
    received.messages += 1;
    received.messageBytes += data.length;
    const digest = broadcast.safeParse(payload);
    if (!digest.success) return this.pullSoon();
    const { after, number, has_changes: hasChanges } = digest.data.payload;
    if (this.counts === after) this.counts = number;
    if (hasChanges) this.pullSoon(Math.random() * 3_000);
  }

  private pullSoon(ms = DEBOUNCE_MS): void {
    const at = performance.now() + ms;
    if (this.debounce !== null && this.pullsAt <= at) return;
    if (this.debounce !== null) clearTimeout(this.debounce);
    this.pullsAt = at;
    this.debounce = setTimeout(() => {
      this.debounce = null;
      this.pulling = this.pulling.then(() => this.pull()).catch((error: unknown) => console.error(String(error)));
    }, ms);
  }

  async pull(pending: string[] = []): Promise<void> {
    const { received } = this.input;
    let after: z.infer<typeof pullResponse>['next'] = null;
    let floor: string | null = null;
    do {
      const p = {
        ...{ v: 1, epoch: this.epoch, since: this.since, after, tables: tableNames, pending, marks: [], limit: 1000 },
        ...(after === null && { counts_after: this.counts }),
      };
      const { text } = await this.call('sync_pull', { p });
      received.pulls += 1;
      received.pullBytes += text.length;
      const page = pullResponse.parse(JSON.parse(text));
      this.epoch = page.epoch;
      this.topic = page.digest ?? '';
      this.counts = page.counts?.number ?? this.counts;
      floor ??= page.floor;
      after = page.next;
    } while (after !== null);
    this.since = floor;
  }

  private async call(procedure: string, body: object): Promise<{ text: string }> {
    const { url, publishableKey, token, agent } = this.input;
    const headers = { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return new Promise((done, fail) => {
      const sent = request(`${url}/rest/v1/rpc/${procedure}`, { method: 'POST', headers, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('error', fail).once('end', () => {
          if (response.statusCode === 200) done({ text });
          else fail(new Error(`${procedure}: ${response.statusCode} ${text}`));
        });
      });
      sent.once('error', fail).end(JSON.stringify(body));
    });
  }
}

const broadcast = z.object({
  payload: z.object({ after: z.number(), number: z.number(), has_changes: z.boolean() }),
});

export async function keepPlaying(
  listener: CrowdListener,
  tracks: readonly string[],
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await sleep(Math.random() * everyMs, null, { signal });
    for (;;) {
      await listener.play(tracks[Math.floor(Math.random() * tracks.length)] ?? '');
      await sleep(everyMs, null, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
