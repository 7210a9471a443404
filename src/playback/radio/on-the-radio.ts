import * as z from 'zod/mini';
import type { OnAir } from './station-watch.ts';
import type { Song } from './station.ts';

const MAX_SONGS = 3;
/** A song still counts as on air this long after its end, because stations round times. */
const OVERTIME_MS = 20_000;

const song = z.object({
  id: z.nullable(z.string()),
  title: z.string(),
  artist: z.string(),
  art: z.nullable(z.string()),
});
const line = z.object({ song, startsAt: z.nullable(z.number()) });

/** `startsAt`: ms since the epoch by this device's clock; null if unknown. */
export type RadioLine = z.infer<typeof line>;

/** `earlier`: latest first. */
export interface OnTheRadio {
  now: Song | null;
  earlier: readonly RadioLine[];
  upNext: readonly RadioLine[];
}

/** The song list of the radio; null while no song is known. */
export function linesOf({ song: now, startsAt, timeline, next }: OnAir): OnTheRadio | null {
  const at = timeline.findIndex((airing) => airing.startsAt === startsAt);
  const heard = timeline[at];
  if (!heard) return null;
  const sent = timeline.slice(at + 1);
  const last = sent.at(-1) ?? heard;
  const endsAt = last.durationMs === null ? null : last.startsAt + last.durationMs;
  return {
    now,
    earlier: timeline.slice(Math.max(0, at - MAX_SONGS), at).reverse(),
    upNext: [...sent, ...(next ? [{ song: next, startsAt: endsAt }] : [])].slice(0, MAX_SONGS),
  };
}

const savedLines = z.object({
  /** ms since the epoch; null if the station does not know. */
  endsAt: z.nullable(z.number()),
  on: line,
  earlier: z.readonly(z.array(line)),
});

export function serializeLines(onAir: OnAir): string | null {
  const lines = linesOf(onAir);
  const heard = lines && onAir.timeline.find((airing) => airing.startsAt === onAir.startsAt);
  if (!lines || !heard) return null;
  const endsAt = heard.durationMs === null ? null : heard.startsAt + heard.durationMs;
  return JSON.stringify({ endsAt, on: heard, earlier: lines.earlier } satisfies z.infer<typeof savedLines>);
}

/** Reads a saved song list; null without one. A song that has ended by `now` (ms since the epoch), or may have, moves to `earlier`. */
export function parseLines(text: string | null, now: number): OnTheRadio | null {
  const parsed = savedLines.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { endsAt, on, earlier } = parsed.data;
  if (endsAt !== null && now < endsAt + OVERTIME_MS) return { now: on.song, earlier, upNext: [] };
  return { now: null, earlier: [on, ...earlier].slice(0, MAX_SONGS), upNext: [] };
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Corrupt entry: treated as none.
    return null;
  }
}
