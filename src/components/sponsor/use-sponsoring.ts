import type { TrackView } from '../../../sync/client.ts';
import { useIsOffline, useMe, useRules, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { type Sponsoring, sponsoringOf } from './sponsor-rules.ts';

export function useSponsoring(track: TrackView | null): Sponsoring {
  const { userId } = useScope();
  const me = useMe();
  const isOffline = useIsOffline();
  const rules = useRules();
  const now = useNow(60_000);
  return track ? sponsoringOf(track, { me, userId, isOffline, rules, now }) : { kind: 'hidden' };
}
