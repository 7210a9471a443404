import { useRouter } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import type { PendingAction, PlaylistsApi, PlaylistView } from '../../../../sync/client.ts';
import { likedPlaylists, type PlaylistCardData } from '../../../../sync/model/playlist-reads.ts';
import { usePlaces } from '../../../components/track/playlist/list-places.ts';
import { playlistTexts } from '../../../components/track/playlist/playlist-texts.ts';
import { ShownPlaylistCard } from '../../../components/track/playlist/shown-playlists.tsx';
import { usePlaylists } from '../../../components/track/playlist/use-playlists.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { EmptyState } from '../../../design/empty-state.tsx';
import { FailedState } from '../../../design/failed-state.tsx';
import { focusHeading } from '../../../design/focus-heading.ts';
import { Icon } from '../../../design/icon.tsx';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { NotLoadedYet } from '../../../design/not-loaded-yet.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../../design/styled.tsx';
import { type Columns, WindowedGrid } from '../../../design/windowed-grid.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { constantLive, useLive, useLivePart, useScope } from '../../../engine/live.ts';
import { useRemote } from '../../../engine/use-remote.ts';
import { texts } from '../../../platform/texts.ts';
import { useIsDesktop } from '../../../platform/viewport.ts';
import { libraryTexts } from '../library-texts.ts';
import { importTexts } from './import/import-texts.ts';
import { NameDialog } from './name-dialog.tsx';
import { PlaylistCard } from './playlist-card.tsx';
import { playlistsTexts } from './playlists-texts.ts';

const noLikes = constantLive<ReadonlySet<string>>(new Set());

const ImportDialog = lazyPart(() => import('./import/import-dialog.tsx').then((m) => m.ImportDialog), 'overlay');

/** Covers per row from lg. */
const DESKTOP_COLUMNS = 5;

/** Height of title, count and state below a cover, in px. */
const CARD_TEXT_PX = 70;

const desktopColumns = (): Columns => ({ count: DESKTOP_COLUMNS, gapX: 20, gapY: 20 });
/** 700 px is the md breakpoint minus the page's gutters and a scrollbar. */
const columnsOf = (width: number): Columns => ({ count: width >= 700 ? 3 : 2, gapX: 12, gapY: 16 });

type Card = { id: string; usedAt: number } & (
  { isOwn: true; playlist: PlaylistView } | { isOwn: false; playlist: PlaylistCardData }
);

/** The playlists that the person made or liked. Those made or played on this device latest come first. */
export function PlaylistsSection({ onSignIn }: { onSignIn: () => void }) {
  const { userId } = useScope();
  return userId === null ? (
    <Box as="section" aria-label={playlistTexts.heading}>
      <Heading />
      <EmptyState {...playlistsTexts.none}>
        <Button onClick={onSignIn}>{texts.pages.signIn}</Button>
      </EmptyState>
    </Box>
  ) : (
    <OwnPlaylists />
  );
}

function OwnPlaylists() {
  const scope = useScope();
  const playlists = usePlaylists();
  const lists = useLive(scope.kept.lists);
  const states = useLive(scope.kept.states);
  const isFilled = useLive(scope.isFilled);
  const isDesktop = useIsDesktop();
  const [showsAll, setShowsAll] = useState(false);
  const { liked, hiddenIds } = useLikedPlaylists();
  const places = usePlaces(scope);
  /** When it was played last on this device, or made, in ms since the epoch; 0 if neither is known. */
  const usedAt = (id: string, madeAt = 0) => Math.max(madeAt, places.get(id)?.playedAt ?? 0);
  if (playlists.kind === 'failed') return <FailedState title={playlistTexts.notRead} onRetry={playlists.retry} />;
  const all = playlists.kind === 'loaded' ? playlists.all : [];
  const isLoading = playlists.kind === 'loading' || (all.length === 0 && !isFilled);
  const count = all.length + liked.length;
  const cards = [
    ...all.map((playlist): Card => ({
      id: playlist.id,
      usedAt: usedAt(playlist.id, Date.parse(playlist.createdAt)),
      playlist,
      isOwn: true,
    })),
    ...liked.map((playlist): Card => ({ id: playlist.id, usedAt: usedAt(playlist.id), playlist, isOwn: false })),
  ].sort((a, b) => b.usedAt - a.usedAt);
  const most = isDesktop && !showsAll ? DESKTOP_COLUMNS : count;
  return (
    <Box as="section" aria-label={playlistTexts.heading}>
      <Heading count={count}>
        {most < count && (
          <Button variant="plain" size="sm" onClick={() => setShowsAll(true)}>
            {libraryTexts.showAll}
          </Button>
        )}
        {playlists.kind === 'loaded' && <NewPlaylistButton api={playlists.api} />}
      </Heading>
      {isLoading ? (
        <NotLoadedYet title={playlistTexts.notLoaded}>
          <Skeleton height="60px" borderRadius="panel" />
        </NotLoadedYet>
      ) : count === 0 ? (
        <EmptyState {...playlistsTexts.none} />
      ) : (
        <WindowedGrid
          label={playlistTexts.heading}
          items={cards.slice(0, most)}
          keyOf={({ id }) => id}
          columnsOf={isDesktop ? desktopColumns : columnsOf}
          heightOf={(width, textScale) => width + CARD_TEXT_PX * textScale}
        >
          {(card) =>
            card.isOwn ? (
              <PlaylistCard playlist={card.playlist} isKept={lists?.has(card.id) ?? false} kept={states} />
            ) : (
              <ShownPlaylistCard playlist={card.playlist} hasOwner />
            )
          }
        </WindowedGrid>
      )}
      {playlists.kind === 'loaded' && hiddenIds.length > 0 && <HiddenLine ids={hiddenIds} api={playlists.api} />}
    </Box>
  );
}

/** Playlists that their owners no longer show. */
function HiddenLine({ ids, api }: { ids: readonly string[]; api: PlaylistsApi }) {
  return (
    <Flex wrap="wrap" align="center" gap="4px 12px" mt="12px" textStyle="small" color="fg.muted">
      {playlistsTexts.noLongerShown(ids.length)}
      <Button
        variant="plain"
        size="sm"
        onClick={() => {
          for (const id of ids) toastOnError(api.setLiked(id, false));
          // The pressed button disappears.
          focusHeading();
        }}
      >
        {playlistsTexts.unlike}
      </Button>
    </Flex>
  );
}

/** The liked playlists, without those removed from the library meanwhile. `hiddenIds`: liked playlists that the server does not show. */
function useLikedPlaylists(): { liked: readonly PlaylistCardData[]; hiddenIds: readonly string[] } {
  const playlists = usePlaylists();
  const ids = useLive(playlists.kind === 'loaded' ? playlists.api.liked : noLikes);
  const waiting = useLivePart(useScope().pending, countWaitingLikes);
  // A like that has reached the server changes the answer.
  const likes = `${waiting} ${[...ids].join()}`;
  const read = useRemote(ids.size > 0 ? likedPlaylists : null, likes);
  // After a change of the likes, `useRemote` returns the previous answer for one render before it asks again.
  const answer = read.kind === 'here' ? `${likes} ${read.at}` : null;
  const [settledAnswer, setSettledAnswer] = useState<string | null>(null);
  useEffect(() => setSettledAnswer(answer), [answer]);
  if (read.kind !== 'here') return { liked: [], hiddenIds: [] };
  const liked = read.value.filter(({ id }) => ids.has(id));
  const isCurrent =
    answer === settledAnswer && !read.isAsking && !read.isStale && read.failure === null && waiting === 0;
  return { liked, hiddenIds: isCurrent ? [...ids].filter((id) => !liked.some((each) => each.id === id)) : [] };
}

const countWaitingLikes = (pending: readonly PendingAction[]) =>
  pending.filter(({ kind, state }) => (kind === 'playlist.like' || kind === 'playlist.unlike') && state.kind !== 'dead')
    .length;

function Heading({ count = 0, children }: { count?: number; children?: ReactNode }) {
  return (
    <Flex wrap="wrap" align="center" gap="8px" minHeight="44px" mb="10px">
      <styled.h2 textStyle="h2">{playlistTexts.heading}</styled.h2>
      <Box flex="1" color="fg.muted" fontVariantNumeric="tabular-nums">
        {count > 0 && count}
      </Box>
      <Flex wrap="wrap" align="center" justify="flex-end" gap="8px">
        {children}
      </Flex>
    </Flex>
  );
}

function NewPlaylistButton({ api }: { api: PlaylistsApi }) {
  const router = useRouter();
  const isDesktop = useIsDesktop();
  const [asks, setAsks] = useState<'nothing' | 'name' | 'file'>('nothing');
  const close = () => setAsks('nothing');
  const open = (playlistId: string) => router.navigate({ to: '/playlist/$playlistId', params: { playlistId } });
  const make = async (name: string) => {
    await open(await api.create(name));
  };
  return (
    <>
      <IconButton label={importTexts.open} onClick={() => setAsks('file')}>
        <Icon of={FileUp} />
      </IconButton>
      <Button variant={isDesktop ? 'solid' : 'outline'} onClick={() => setAsks('name')}>
        <Icon of={Plus} size={18} />
        {playlistTexts.new}
      </Button>
      {asks === 'file' && <ImportDialog api={api} onMade={(playlistId) => void open(playlistId)} onClose={close} />}
      {asks === 'name' && (
        <NameDialog
          playlistId={null}
          heading={playlistTexts.new}
          verb={playlistTexts.make}
          words={{ title: '', description: null }}
          onSave={({ title = '' }) => toastOnError(make(title))}
          onClose={close}
        />
      )}
    </>
  );
}
