import { type ReactNode, useCallback, useState } from 'react';
import type { TrackView } from '../../sync/client.ts';
import { useNowPlaying, usePlayerApi } from '../playback/player/player-context.tsx';
import { lazyPart } from '../design/lazy-part.tsx';
import type { ListAct, Listening } from '../components/track/listening.ts';

const TrackActions = lazyPart(() => import('./track-actions.tsx').then((m) => m.TrackActions), 'overlay');
const VotePopup = lazyPart(() => import('../components/vote/vote-popup.tsx').then((m) => m.VotePopup), 'overlay');

/** `anchor`: the pressed element; null if the element was in a sheet that has closed. */
type Open =
  | { kind: 'actions'; track: TrackView; anchor: HTMLElement; acts?: readonly ListAct[] | undefined }
  | { kind: 'vote'; track: TrackView; anchor: HTMLElement | null };

export function useTrackLayers(): { listening: Listening; layer: ReactNode } {
  const { play: onPlay } = usePlayerApi();
  const nowPlaying = useNowPlaying();
  const [open, setOpen] = useState<Open | null>(null);
  const onMore: Listening['onMore'] = useCallback(
    (track, anchor, acts) => setOpen({ kind: 'actions', track, anchor, acts }),
    [],
  );
  const onVote = useCallback((track: TrackView, anchor: HTMLElement) => setOpen({ kind: 'vote', track, anchor }), []);
  const close = () => setOpen(null);
  return { listening: { onPlay, onMore, onVote, nowPlaying }, layer: open && renderLayer(open, setOpen, close) };
}

function renderLayer(open: Open, setOpen: (open: Open) => void, close: () => void): ReactNode {
  switch (open.kind) {
    case 'actions':
      return (
        <TrackActions
          track={open.track}
          anchor={open.anchor}
          acts={open.acts}
          onVote={(track) => setOpen({ kind: 'vote', track, anchor: null })}
          onClose={close}
        />
      );
    case 'vote':
      return <VotePopup trackId={open.track.id} anchor={open.anchor} onClose={close} />;
  }
}
