import { lazyPart } from '../ui/lazy-part.tsx';

/** Comes with the first press of 'More'. */
export const TrackActions = lazyPart(() => import('./track-actions.tsx').then((m) => m.TrackActions), 'over');
