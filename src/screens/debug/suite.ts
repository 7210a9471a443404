import type { TestAction, ZapResponse } from './use-zap-dispatch.ts';

interface LedgerLine {
  action_type: string;
  zap_value: number;
  metadata: Record<string, unknown>;
}

export interface SuiteContext {
  /** Two tracks of other people. */
  tracks: readonly [string, string];
  dispatch(type: TestAction, trackId: string): Promise<ZapResponse>;
  readLedger(): Promise<readonly LedgerLine[]>;
}

export interface TestRun {
  name: string;
  run(context: SuiteContext): Promise<{ isPassed: boolean; message: string }>;
}

const ratingsOf = (lines: readonly LedgerLine[], trackId: string) =>
  lines.filter((line) => line.action_type === 'rate' && line.metadata['track_id'] === trackId).length;
const earnedIn = (lines: readonly LedgerLine[]) =>
  lines.reduce((sum, { action_type: type, zap_value: value }) => sum + (type === 'play' ? value : 0), 0);

async function runOneRating({ dispatch, readLedger }: SuiteContext, trackId: string) {
  const before = ratingsOf(await readLedger(), trackId);
  const { success, message } = await dispatch('rate', trackId);
  const after = ratingsOf(await readLedger(), trackId);
  return { isPassed: success && after === before + 1, message };
}

export const suite: readonly TestRun[] = [
  { name: 'Award', run: (context) => runOneRating(context, context.tracks[0]) },
  {
    name: 'Duplicate protection',
    async run({ tracks: [track], dispatch, readLedger }) {
      const before = await readLedger();
      const results = await Promise.all([dispatch('rate', track), dispatch('rate', track)]);
      // The play's ZAP was granted when the play was counted, so a second request earns nothing.
      const repeated = await dispatch('play', track);
      const after = await readLedger();
      const isOnce =
        results.filter(({ success }) => success).length === 1 &&
        ratingsOf(after, track) === ratingsOf(before, track) + 1 &&
        !repeated.success &&
        earnedIn(after) <= earnedIn(before);
      return { isPassed: isOnce, message: results.find(({ success }) => !success)?.message ?? '' };
    },
  },
  { name: 'Different track', run: (context) => runOneRating(context, context.tracks[1]) },
];
