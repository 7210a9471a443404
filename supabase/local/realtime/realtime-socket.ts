import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import { limitConcurrency } from '../http/limit-concurrency.ts';
import { joinPayload, nameOfTopic, readSubscriptions, type Channel } from './channel.ts';
import type { ListenerIndex } from './listener-index.ts';
import { decodeFrame, encodeFrame, type Frame, type Vsn } from './frames.ts';
import type { Visibility } from './visibility.ts';

/** A slow socket is dropped at this many waiting bytes, or when all sockets of its address exceed `MAX_BUFFERED_OF_ADDRESS`. */
const MAX_BUFFERED = 1024 * 1024;
const MAX_BUFFERED_OF_ADDRESS = 16 * 1024 * 1024;
/** A socket may have this many waiting bytes even when its address exceeds its limit. */
const ALWAYS_BUFFERED = 64 * 1024;
/** Channels of a socket. */
const MAX_CHANNELS = 100;
/** Channels of all sockets of an address. */
const MAX_CHANNELS_OF_ADDRESS = 3_000;
/** Subscriptions of all channels of a socket. */
const MAX_SUBSCRIPTIONS = 1_000;
/** Pending checks of topics. A client that joins all channels and renews all their tokens has no more. */
const MAX_TOPIC_CHECKS = 2 * MAX_CHANNELS;

const tokenPayload = z.looseObject({ access_token: z.string() });

interface RealtimeSocketOptions {
  readonly ws: WebSocket;
  readonly vsn: Vsn;
  readonly keyCaller: Caller;
  readonly resolveToken: (token: string) => Caller | null;
  readonly mayHear: Visibility['mayHear'];
  /** Null when the database does not replicate changes. */
  readonly listeners: ListenerIndex | null;
  readonly addressSockets: ReadonlySet<RealtimeSocket>;
  /** Called when the socket is closed because its client reads too slowly. */
  readonly onTooSlow: () => void;
}

export class RealtimeSocket {
  /** Includes private channels whose join is being checked. */
  readonly #channels = new Map<string, Channel>();
  /** One check at a time, so that an older token cannot overtake a newer one. */
  readonly #inTurn = limitConcurrency(1);
  #topicChecks = 0;
  #lastMessageAt = Date.now();

  constructor(private readonly options: RealtimeSocketOptions) {
    const { ws, vsn } = options;
    ws.on('message', (data, isBinary) => {
      this.#lastMessageAt = Date.now();
      try {
        const frame = !isBinary && Buffer.isBuffer(data) ? decodeFrame(data.toString(), vsn) : null;
        if (frame) this.#handle(frame);
      } catch {
        // An invalid message ends its sender's connection only.
        ws.terminate();
      }
    });
    // A broken connection also emits 'close'.
    ws.on('error', () => undefined);
    ws.once('close', () => this.#channels.forEach((channel) => this.#remove(channel)));
  }

  get channelCount(): number {
    return this.#channels.size;
  }

  /** Whether the channel is joined and its token is valid. Closes it if the token has expired, so that the client rejoins. */
  #isCurrent(channel: Channel): boolean {
    if (!this.#isJoined(channel)) return false;
    if (channel.caller.expiresAt * 1000 > Date.now()) return true;
    this.#closeChannel(channel, 'The token has expired');
    return false;
  }

  #isJoined(channel: Channel): boolean {
    return this.#channels.get(channel.topic) === channel;
  }

  close(code: number, reason: string): void {
    this.options.ws.close(code, reason);
    setTimeout(() => this.options.ws.terminate(), 500).unref();
  }

  closeIfSilent(ms: number): void {
    if (Date.now() - this.#lastMessageAt > ms) this.options.ws.terminate();
  }

  #handle(frame: Frame): void {
    const { topic, event } = frame;
    if (topic === 'phoenix' && event === 'heartbeat') return this.#reply(frame, 'ok', {});
    if (event === 'phx_join') return this.#join(frame);
    const channel = this.#channels.get(topic);
    if (event === 'phx_leave') {
      if (channel) this.#remove(channel);
      this.#reply(frame, 'ok', {});
      this.#write({
        joinRef: channel?.joinRef ?? frame.joinRef,
        ref: channel?.joinRef ?? null,
        topic,
        event: 'phx_close',
        payload: {},
      });
      return;
    }
    if (event === 'access_token' && channel) return this.#renew(channel, frame.payload);
    // Clients cannot broadcast, and presence is not supported.
    if (frame.ref !== null && channel) this.#reply(frame, 'error', { reason: 'clients cannot send messages here' });
  }

  #join(frame: Frame): void {
    const { topic, joinRef, payload } = frame;
    const refuse = (reason: string) => this.#reply(frame, 'error', { reason });
    if (nameOfTopic(topic) === null || topic.length > 255) return refuse('the topic is not valid');
    if (this.#channels.size >= MAX_CHANNELS && !this.#channels.has(topic)) return refuse('too many channels');
    const addressChannels = sum(this.options.addressSockets, (socket) => socket.#channels.size);
    if (addressChannels >= MAX_CHANNELS_OF_ADDRESS) return refuse('too many channels');
    const parsed = z.safeParse(joinPayload, payload);
    if (!parsed.success) return refuse('the join cannot be read');
    const token = parsed.data.access_token;
    const caller = token ? this.options.resolveToken(token) : this.options.keyCaller;
    if (!caller) return refuse('the token is not valid or has expired');
    const result = readSubscriptions(parsed.data);
    if ('error' in result) return refuse(result.error);
    const previous = this.#channels.get(topic);
    const others = [...this.#channels.values()].filter((channel) => channel !== previous);
    const otherSubscriptions = others.reduce((sum, { subscriptions }) => sum + subscriptions.length, 0);
    if (otherSubscriptions + result.subscriptions.length > MAX_SUBSCRIPTIONS) return refuse('too many subscriptions');
    const channel: Channel = {
      topic,
      joinRef: joinRef ?? frame.ref,
      isPrivate: parsed.data.config?.private === true,
      subscriptions: result.subscriptions,
      caller,
      isCurrent: () => this.#isCurrent(channel),
      // A socket that does not keep up is dropped. Its client pulls after it reconnects.
      send: (event, body) => this.#write({ joinRef: null, ref: null, topic, event, payload: body }),
      sendShared: (shared) => this.#sendText(shared.encode(this.options.vsn)),
    };
    if (previous) this.#remove(previous);
    this.#channels.set(topic, channel);
    const open = () => {
      this.options.listeners?.add(channel);
      this.#reply(frame, 'ok', { postgres_changes: result.confirmed });
      if (result.subscriptions.length > 0) this.#sendState(channel);
    };
    if (!channel.isPrivate) return open();
    this.#checkTopic(channel, caller, open, (reason) => {
      this.#remove(channel);
      refuse(reason);
    });
  }

  /** Checks whether a caller may join the channel's topic. Calls neither function if the channel is left meanwhile. */
  #checkTopic(channel: Channel, caller: Caller, onAllowed: () => void, onRefused: (reason: string) => void): void {
    const name = nameOfTopic(channel.topic) ?? '';
    if (this.#topicChecks >= MAX_TOPIC_CHECKS) return this.options.ws.terminate();
    this.#topicChecks += 1;
    void this.#inTurn(async () => {
      if (!this.#isJoined(channel)) return;
      const refusal = await this.options.mayHear(name, caller).then(
        (may) => (may ? null : `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`),
        () => 'the topic could not be checked',
      );
      if (!this.#isJoined(channel)) return;
      if (refusal === null) onAllowed();
      else onRefused(refusal);
    })
      .catch(() => this.options.ws.terminate())
      .finally(() => (this.#topicChecks -= 1));
  }

  #sendState(channel: Channel): void {
    const state = this.options.listeners
      ? { status: 'ok', message: 'Subscribed to PostgreSQL' }
      : { status: 'error', message: 'This database sends no changes (wal_level is not logical)' };
    channel.send('system', {
      ...state,
      extension: 'postgres_changes',
      channel: nameOfTopic(channel.topic),
    });
  }

  #renew(channel: Channel, payload: unknown): void {
    const parsed = z.safeParse(tokenPayload, payload);
    const caller = parsed.success ? this.options.resolveToken(parsed.data.access_token) : null;
    if (!caller) return this.#closeChannel(channel, 'The token is not valid');
    const accept = () => void (channel.caller = caller);
    if (!channel.isPrivate) return accept();
    this.#checkTopic(channel, caller, accept, (reason) => this.#closeChannel(channel, reason));
  }

  #closeChannel(channel: Channel, message: string): void {
    channel.send('system', {
      status: 'error',
      message,
      extension: 'system',
      channel: nameOfTopic(channel.topic),
    });
    this.#remove(channel);
    this.#write({
      joinRef: channel.joinRef,
      ref: channel.joinRef,
      topic: channel.topic,
      event: 'phx_close',
      payload: {},
    });
  }

  #remove(channel: Channel): void {
    this.#channels.delete(channel.topic);
    this.options.listeners?.remove(channel);
  }

  #reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: unknown): void {
    this.#write({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #write(frame: Frame): void {
    this.#sendText(encodeFrame(frame, JSON.stringify(frame.payload), this.options.vsn));
  }

  #sendText(text: string | Buffer): void {
    const { ws } = this.options;
    if (ws.readyState !== ws.OPEN) return;
    if (!this.#isTooSlow()) return ws.send(text, { binary: false });
    this.options.onTooSlow();
    ws.terminate();
  }

  #isTooSlow(): boolean {
    const { ws, addressSockets } = this.options;
    if (ws.bufferedAmount <= ALWAYS_BUFFERED) return false;
    return (
      ws.bufferedAmount > MAX_BUFFERED ||
      sum(addressSockets, (socket) => socket.options.ws.bufferedAmount) > MAX_BUFFERED_OF_ADDRESS
    );
  }
}

function sum<T>(items: Iterable<T>, valueOf: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += valueOf(item);
  return total;
}
