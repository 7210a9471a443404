import { lazyPart } from '../ui/lazy-part.tsx';

/** What can be done with a track, over the page. */
export const TrackActions = lazyPart(
  () => import('../features/player/track-actions.tsx').then((m) => m.TrackActions),
  'over',
);
