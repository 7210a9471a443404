import * as z from 'zod/mini';
import { parseJson } from '../../../sync/model/parse-json.ts';

export interface Frame {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** Version of the protocol. Messages are objects in 1.0.0, arrays in 2.0.0. */
export type Vsn = '1.0.0' | '2.0.0';

const ref = z.nullish(z.string());
const objectFrame = z.object({ join_ref: ref, ref, topic: z.string(), event: z.string(), payload: z.unknown() });
const arrayFrame = z.tuple([ref, ref, z.string(), z.string(), z.unknown()]);

/** Null for an invalid message. Binary messages are broadcasts by clients, which are not supported. */
export function decodeFrame(text: string, vsn: Vsn): Frame | null {
  const value = parseJson(text);
  if (vsn === '1.0.0') {
    const parsed = z.safeParse(objectFrame, value);
    if (!parsed.success) return null;
    const { join_ref, ref: messageRef, topic, event, payload } = parsed.data;
    return { joinRef: join_ref ?? null, ref: messageRef ?? null, topic, event, payload };
  }
  const parsed = z.safeParse(arrayFrame, value);
  if (!parsed.success) return null;
  const [joinRef, messageRef, topic, event, payload] = parsed.data;
  return { joinRef: joinRef ?? null, ref: messageRef ?? null, topic, event, payload };
}

/** @param payload JSON */
export function encodeFrame(frame: Omit<Frame, 'payload'>, payload: string, vsn: Vsn): string {
  const [joinRef, messageRef, topic, event] = [frame.joinRef, frame.ref, frame.topic, frame.event].map((value) =>
    JSON.stringify(value),
  );
  return vsn === '1.0.0'
    ? `{"topic":${topic},"event":${event},"payload":${payload},"ref":${messageRef},"join_ref":${joinRef}}`
    : `[${joinRef},${messageRef},${topic},${event},${payload}]`;
}

/** A frame for many channels, encoded once in each version of the protocol. */
export class SharedFrame {
  readonly #encoded = new Map<Vsn, Buffer>();

  constructor(
    private readonly topic: string,
    private readonly event: string,
    private readonly payload: string,
  ) {}

  encode(vsn: Vsn): Buffer {
    const { topic, event, payload } = this;
    const encoded =
      this.#encoded.get(vsn) ?? Buffer.from(encodeFrame({ joinRef: null, ref: null, topic, event }, payload, vsn));
    this.#encoded.set(vsn, encoded);
    return encoded;
  }
}
