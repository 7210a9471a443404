import type { TestAction, ZapAnswer } from './use-zap-dispatch.ts';

interface LedgerLine {
  action_type: string;
  zap_value: number;
  metadata: Record<string, unknown>;
}

/** Dependencies of the suite. */
export interface Bench {
  /** Two tracks of other people. */
  tracks: readonly [string, string];
  dispatch(type: TestAction, trackId: string): Promise<ZapAnswer>;
  /** Reads the server's current ledger. */
  readLedger(): Promise<readonly LedgerLine[]>;
}

export interface TestRun {
  name: string;
  run(bench: Bench): Promise<{ isPassed: boolean; message: string }>;
}

/** Number of ratings of this track in the ledger. */
const ratingsOf = (lines: readonly LedgerLine[], trackId: string) =>
  lines.filter((line) => line.action_type === 'rate' && line.metadata['track_id'] === trackId).length;
const earnedIn = (lines: readonly LedgerLine[]) =>
  lines.reduce((sum, { action_type: type, zap_value: value }) => sum + (type === 'play' ? value : 0), 0);

/** Sends a rating and expects exactly one ledger line. */
async function writesOneLine({ dispatch, readLedger }: Bench, trackId: string) {
  const before = ratingsOf(await readLedger(), trackId);
  const { success, message } = await dispatch('rate', trackId);
  const after = ratingsOf(await readLedger(), trackId);
  return { isPassed: success && after === before + 1, message };
}

/** The specification's three test runs. */
export const suite: readonly TestRun[] = [
  { name: 'Award', run: (bench) => writesOneLine(bench, bench.tracks[0]) },
  {
    name: 'Duplicate protection',
    async run({ tracks: [track], dispatch, readLedger }) {
      const before = await readLedger();
      const both = await Promise.all([dispatch('rate', track), dispatch('rate', track)]);
      // The play's ZAP was granted when the play was counted, so a second request earns nothing.
      const again = await dispatch('play', track);
      const after = await readLedger();
      const isOnce =
        both.filter(({ success }) => success).length === 1 &&
        ratingsOf(after, track) === ratingsOf(before, track) + 1 &&
        !again.success &&
        earnedIn(after) <= earnedIn(before);
      return { isPassed: isOnce, message: both.find(({ success }) => !success)?.message ?? '' };
    },
  },
  { name: 'Different track', run: (bench) => writesOneLine(bench, bench.tracks[1]) },
];
