import * as z from 'zod/mini';

/** A message of the Phoenix protocol that `@supabase/realtime-js` speaks. */
export interface Frame {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** Encoding of messages: objects (1.0.0) or arrays (2.0.0). */
export type Vsn = '1.0.0' | '2.0.0';

const ref = z.nullish(z.string());
const objectFrame = z.object({ join_ref: ref, ref, topic: z.string(), event: z.string(), payload: z.unknown() });
const arrayFrame = z.tuple([ref, ref, z.string(), z.string(), z.unknown()]);

/**
 * Parses a text message; null when it is invalid in this version. Binary messages are broadcasts, which are not
 * supported.
 */
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

export function encodeFrame({ joinRef, ref: messageRef, topic, event, payload }: Frame, vsn: Vsn): string {
  return vsn === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref: messageRef, join_ref: joinRef })
    : JSON.stringify([joinRef, messageRef, topic, event, payload]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
