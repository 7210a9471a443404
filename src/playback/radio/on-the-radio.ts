import * as z from 'zod/mini';
import type { OnAir } from './station-watch.ts';
import type { Song } from './station.ts';

/** Most that is told of before and after, each. */
const MOST = 3;
/** How long after a song's end it is still taken for the one on air (ms): stations round their times. */
const OVERTIME_MS = 20_000;

const song = z.object({
  id: z.nullable(z.string()),
  title: z.string(),
  artist: z.string(),
  art: z.nullable(z.string()),
});
const line = z.object({ song, startsAt: z.nullable(z.number()) });

/** A song before or after the one on air. `startsAt`: ms since the epoch by this device's clock; null where nobody knows. */
export type RadioLine = z.infer<typeof line>;

/** What is known of the radio: what is on air, what was before, the last first, and what comes. */
export interface OnTheRadio {
  now: Song | null;
  earlier: readonly RadioLine[];
  upNext: readonly RadioLine[];
}

/** What the station's answers say, as it is heard. Null before the first. */
export function linesOf({ song: now, startsAt, timeline, next }: OnAir): OnTheRadio | null {
  const at = timeline.findIndex((airing) => airing.startsAt === startsAt);
  const heard = timeline[at];
  if (!heard) return null;
  const sent = timeline.slice(at + 1);
  const last = sent.at(-1) ?? heard;
  const endsAt = last.durationMs === null ? null : last.startsAt + last.durationMs;
  return {
    now,
    earlier: timeline.slice(Math.max(0, at - MOST), at).reverse(),
    upNext: [...sent, ...(next ? [{ song: next, startsAt: endsAt }] : [])].slice(0, MOST),
  };
}

const keptLines = z.object({
  /** ms since the epoch; null where the station does not know. */
  endsAt: z.nullable(z.number()),
  on: line,
  earlier: z.readonly(z.array(line)),
});

/** What to keep on the device of what the station said last, for a visit without a network. */
export function toKept(onAir: OnAir): string | null {
  const lines = linesOf(onAir);
  const heard = lines && onAir.timeline.find((airing) => airing.startsAt === onAir.startsAt);
  if (!lines || !heard) return null;
  const endsAt = heard.durationMs === null ? null : heard.startsAt + heard.durationMs;
  return JSON.stringify({ endsAt, on: heard, earlier: lines.earlier } satisfies z.infer<typeof keptLines>);
}

/** What was kept, `now` ms after the epoch: a song whose time is over was on earlier. Null when there is nothing to show. */
export function fromKept(text: string | null, now: number): OnTheRadio | null {
  const parsed = keptLines.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { endsAt, on, earlier } = parsed.data;
  if (endsAt !== null && now < endsAt + OVERTIME_MS) return { now: on.song, earlier, upNext: [] };
  return { now: null, earlier: [on, ...earlier].slice(0, MOST), upNext: [] };
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // A damaged entry is as good as none.
    return null;
  }
}
