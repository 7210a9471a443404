import { type ReactNode, useEffect, useState } from 'react';
import type { ExploreView, Scope, TrackView } from '../../sync/client.ts';
import { renderFor, restingStatus } from './scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { PlayerBar } from '../playback/player/player-bar.tsx';
import { PlayerProvider } from '../playback/player/player-context.tsx';
import { createPlayerLoader } from '../playback/player/player-loader.ts';
import { simulatedScopes, simulatedSound } from './simulated-page.ts';

/** Renders the page with a player and its bar. `state` and `tracks` describe the device's tracks. */
export async function renderPlayer(
  state: ExploreView['state'],
  tracks: readonly TrackView[],
  page: ReactNode,
  track: Scope['track'] = () => createLive<TrackView | null>(null),
): Promise<void> {
  const { device, kept, onClose, isFilled, absent, isAbsent, visitTracks } = personScope();
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    explore: () =>
      createLive<ExploreView>({
        state,
        match: 'exact',
        highlights: [],
        tracks: [],
        total: 0,
        beyond: { state: 'none', found: null },
      }),
    tracksOf: () => createLive(tracks),
    track,
    nameOf: () => createLive<string | null>(null),
    me: createLive(null),
    pending: createLive([]),
    status: createLive(restingStatus('online')),
    onAcknowledged: () => () => undefined,
    enqueue: () => Promise.resolve('action'),
    onClose,
    device,
    kept,
    isFilled,
    absent,
    isAbsent,
    visitTracks,
  };
  await renderFor(scopeParts, <Player>{page}</Player>);
}

function personScope() {
  const scopes = simulatedScopes();
  scopes.become('me');
  const scope = scopes.scope.get();
  if (!scope) throw new Error('a person must be signed in');
  return scope as unknown as Pick<
    Scope,
    'device' | 'kept' | 'onClose' | 'isFilled' | 'absent' | 'isAbsent' | 'visitTracks'
  >;
}

function Player({ children }: { children: ReactNode }) {
  const [loader] = useState(() => {
    const { sound } = simulatedSound();
    return createPlayerLoader(() => Promise.resolve(sound));
  });
  useEffect(() => () => loader.close(), [loader]);
  return (
    <PlayerProvider loader={loader}>
      {children}
      <PlayerBar />
    </PlayerProvider>
  );
}
