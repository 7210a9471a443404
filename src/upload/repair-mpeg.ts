import { checkMpeg, type MpegFacts, type MpegProblem } from '../../supabase/functions/_shared/media/mpeg.ts';
import { readHeader } from '../../supabase/functions/_shared/media/mpeg-header.ts';
import { makeFrameTable } from '../../sync/media/frame-table.ts';
import { makeDescribingFrame } from '../../supabase/functions/_shared/media/xing.ts';

export interface RepairedMpeg {
  readonly facts: MpegFacts;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** Rebuilds an MP3 so that every player knows its duration and seeks exactly. Audio frames are kept bit for bit. Idempotent. */
export function repairMpeg(bytes: Uint8Array<ArrayBuffer>): RepairedMpeg | MpegProblem {
  const runs: { from: number; to: number }[] = [];
  const sizes: number[] = [];
  let lame: Uint8Array | null = null;
  let isFirst = true;
  let statedFrames: number | null = null;
  const facts = checkMpeg(bytes, (at, size, xing) => {
    if (xing) {
      if (isFirst) ({ lame, frames: statedFrames } = xing);
    } else {
      const last = runs.at(-1);
      if (last?.to === at) last.to += size;
      else runs.push({ from: at, to: at + size });
      sizes.push(size);
    }
    isFirst = false;
  });
  if (typeof facts === 'string') return facts;
  const head = bytes.slice(runs[0]?.from, (runs[0]?.from ?? 0) + 4);
  const header = readHeader(head, 0);
  const describingFrame =
    header &&
    makeDescribingFrame({
      head,
      header,
      sizes,
      lame,
      isVariableBitrate: facts.variable,
      padding: facts.padding,
      isChanged: statedFrames !== sizes.length,
    });
  if (!header || !describingFrame) return 'damaged';
  const table = facts.variable ? [makeFrameTable(sizes, header)] : [];
  return { facts, parts: [...table, describingFrame, ...runs.map(({ from, to }) => bytes.subarray(from, to))] };
}
