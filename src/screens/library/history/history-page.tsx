import { createLink } from '@tanstack/react-router';
import { ArrowLeft, Clock, Ellipsis, EyeOff, RotateCcw, Trash2 } from 'lucide';
import { useCallback, useMemo, useState } from 'react';
import type { TrackView } from '../../../../sync/client.ts';
import type { HistoryPlay } from '../../../../sync/model/history.ts';
import { fold } from '../../../../sync/model/fold.ts';
import type { Listening } from '../../../components/track/listening.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { Confirm } from '../../../design/dialog.tsx';
import { EmptyState } from '../../../design/empty-state.tsx';
import { FailedState } from '../../../design/failed-state.tsx';
import { focusHeading } from '../../../design/focus-heading.ts';
import { Icon } from '../../../design/icon.tsx';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { LinkButton } from '../../../design/link-button.tsx';
import { Menu } from '../../../design/menu.tsx';
import { NotLoadedYet } from '../../../design/not-loaded-yet.tsx';
import { Notice } from '../../../design/notice.tsx';
import { Page, PageTitle } from '../../../design/page.tsx';
import { iconButtonRecipe } from '../../../design/recipes.ts';
import { SearchField } from '../../../design/search-field.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../../design/styled.tsx';
import { WindowedList } from '../../../design/windowed-list.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { useLive, useScope } from '../../../engine/live.ts';
import { serverClock } from '../../../engine/server-clock.ts';
import { toast } from '../../../engine/toast.ts';
import { useAct } from '../../../engine/use-act.ts';
import { useIsUnplayable } from '../../../engine/use-is-unplayable.ts';
import { useNow } from '../../../engine/use-now.ts';
import { WaitingText } from '../../../engine/waiting-text.tsx';
import { timeOfDay } from '../../../platform/format.ts';
import { texts } from '../../../platform/texts.ts';
import { useRead } from '../../../platform/use-read.ts';
import { SignInLink } from '../../../shell/top-bar.tsx';
import { useTrackLayers } from '../../../shell/use-track-layers.tsx';
import { dayName, daysOf, type HistoryDay } from './history-days.ts';
import { HistoryRow, ROW_PX } from './history-row.tsx';
import { EmptyRecapPanel, RecapPanel } from '../recap/recap-panel.tsx';
import { useRecapPanel } from '../recap/use-recap-panel.ts';
import { historyTexts } from './history-texts.ts';
import { type OwnHistoryView, useHistory, useTrackVisits } from './use-history.ts';

export type HistoryPageProps = Pick<Listening, 'onPlay' | 'onMore' | 'nowPlaying'>;

export const RecapScreen = lazyPart(() => import('../recap/recap-page.tsx').then((m) => m.RecapPage), 'page');

export function HistoryScreen() {
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <HistoryPage {...listening} />
      {layer}
    </>
  );
}

/** The person's own plays by day, from the device (S-60). */
export function HistoryPage(props: HistoryPageProps) {
  const { userId } = useScope();
  const [attempt, setAttempt] = useState(0);
  if (userId === null)
    return (
      <Page width="narrow">
        <Head />
        <EmptyState {...historyTexts.empty}>
          <SignInLink />
        </EmptyState>
      </Page>
    );
  return <OwnHistory key={attempt} onRetry={() => setAttempt(attempt + 1)} {...props} />;
}

function OwnHistory({ onRetry, ...listening }: HistoryPageProps & { onRetry: () => void }) {
  const history = useHistory();
  const change = useHistoryChanges();
  const isFilled = useLive(useScope().isFilled);
  const { state, plays, isOff } = history;
  return (
    <Page width="narrow">
      <Head isOff={isOff} hasPlays={plays.length > 0} {...change} />
      {isOff && <OffNotice isPending={history.isPending} onTurnOn={change.turnOn} />}
      {plays.length > 0 ? (
        <RecapAndPlays history={history} onForget={change.forgetDay} {...listening} />
      ) : state === 'failed' ? (
        <FailedState title={historyTexts.notRead} onRetry={onRetry} />
      ) : state === 'complete' && isFilled ? (
        <EmptyState {...historyTexts.empty}>
          <LinkButton to="/explore">{texts.pages.explore}</LinkButton>
        </EmptyState>
      ) : (
        <NotLoadedYet title={historyTexts.notLoaded}>
          <RowsSkeleton />
        </NotLoadedYet>
      )}
    </Page>
  );
}

/** Changes of the history. They are queued, and work offline. */
function useHistoryChanges() {
  const { run } = useAct('history.hide', { refused });
  return useMemo(() => {
    const hide = async (from: number | null, until: number | null, title: string | null, isHidden = true) => {
      const id = await run({ from: iso(from), until: iso(until), is_hidden: isHidden });
      if (id === null || title === null) return;
      toast({ id: 'history', kind: 'success', title });
    };
    // The pressed button may have disappeared.
    const hideAll = async (...range: Parameters<typeof hide>) => {
      await hide(...range);
      focusHeading();
    };
    return {
      // For today the period ends now, so that later plays are shown.
      forgetDay: ({ from, until }: HistoryDay) =>
        void hide(from, Math.min(until, serverClock.now()), historyTexts.dayForgotten),
      forgetAll: () => void hideAll(null, serverClock.now(), historyTexts.allForgotten),
      // No toast: a notice on the page says that the history is off.
      turnOff: () => void hide(serverClock.now(), null, null),
      turnOn: () => void hideAll(serverClock.now(), null, historyTexts.on, false),
    };
  }, [run]);
}

const refused = ({ message }: { message: string }) => ({ title: historyTexts.refused, text: message });
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const Back = createLink(styled('a', iconButtonRecipe));

type Changes = ReturnType<typeof useHistoryChanges>;
type HeadProps = { isOff?: boolean; hasPlays?: boolean } & Partial<Changes>;

function Head({ isOff = false, hasPlays = false, turnOn, turnOff, forgetAll }: HeadProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Flex align="center" gap="8px" mb="8px">
      <Back to="/library" aria-label={historyTexts.back} ml="-12px" width="36px">
        <Icon of={ArrowLeft} size={22} />
      </Back>
      <PageTitle flex="1" minWidth="0" fontSize="30px">
        {texts.pages.history}
      </PageTitle>
      {turnOn && turnOff && (
        <Menu
          trigger={
            <IconButton label={historyTexts.more} mr="-12px">
              <Icon of={Ellipsis} />
            </IconButton>
          }
          items={[
            isOff
              ? { label: historyTexts.turnOn, icon: RotateCcw, onSelect: turnOn }
              : { label: historyTexts.turnOff, icon: EyeOff, onSelect: turnOff },
            {
              label: historyTexts.forgetAll,
              icon: Trash2,
              isDangerous: true,
              isDisabled: !hasPlays,
              onSelect: () => setAsking(true),
            },
          ]}
        />
      )}
      {isAsking && (
        <Confirm
          title={historyTexts.forgetAllAsk}
          verb={historyTexts.forgetAll}
          variant="dangerSolid"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            forgetAll?.();
          }}
        >
          {historyTexts.forgetAllText}
        </Confirm>
      )}
    </Flex>
  );
}

function OffNotice({ isPending, onTurnOn }: { isPending: boolean; onTurnOn: () => void }) {
  return (
    <Box mb="12px">
      <Notice
        kind="waiting"
        icon={isPending ? Clock : EyeOff}
        title={historyTexts.off.title}
        actions={
          <Button variant="outline" size="sm" onClick={onTurnOn}>
            {historyTexts.turnOn}
          </Button>
        }
      >
        <Box color="fg.muted">{historyTexts.off.text}</Box>
        {isPending && (
          <Box textStyle="meta" color="fg.subtle">
            <WaitingText filter={({ kind }) => kind === 'history.hide'} />
          </Box>
        )}
      </Notice>
    </Box>
  );
}

/** Most plays that are queued at once, since each track may have to be read from the device. */
const MAX_QUEUED = 200;

type Item = { kind: 'day'; day: HistoryDay } | { kind: 'play'; play: HistoryPlay };
const keyOf = (item: Item) => (item.kind === 'day' ? `day ${item.day.from}` : item.play.key);

interface PlaysByDayProps extends HistoryPageProps {
  history: OwnHistoryView;
  onForget: (day: HistoryDay) => void;
}

function RecapAndPlays(props: PlaysByDayProps) {
  const { panel, hasRoom } = useRecapPanel(props.history);
  return (
    <>
      {panel ? <RecapPanel {...panel} onPlay={props.onPlay} /> : hasRoom && <EmptyRecapPanel />}
      <PlaysByDay {...props} />
    </>
  );
}

function PlaysByDay({ history, onForget, onPlay, onMore, nowPlaying }: PlaysByDayProps) {
  const scope = useScope();
  const [search, setSearch] = useState('');
  const isUnplayable = useIsUnplayable();
  const now = useNow(60_000);
  const onVisit = useTrackVisits();
  const plays = useFound(history.plays, search);
  const days = useMemo(() => daysOf(plays), [plays]);
  const items = useMemo(
    () =>
      days.flatMap((day): Item[] => [{ kind: 'day', day }, ...day.plays.map((play): Item => ({ kind: 'play', play }))]),
    [days],
  );
  const playFrom = useCallback(
    (chosen: readonly HistoryPlay[], first: HistoryPlay | undefined) => {
      const start = async () => {
        const from = Math.max(0, first ? chosen.indexOf(first) : 0);
        const ids = [...new Set(chosen.slice(from, from + MAX_QUEUED).map(({ trackId }) => trackId))];
        const tracks = await scope.tracksById(ids);
        const index = tracks.findIndex(({ id }) => id === first?.trackId);
        if (tracks.length > 0) onPlay(tracks, Math.max(0, index), first ? 'track' : 'list');
      };
      toastOnError(start());
    },
    [scope, onPlay],
  );
  const playRow = useCallback((play: HistoryPlay) => playFrom(plays, play), [plays, playFrom]);
  const latest = history.plays[0];
  const isSounding = (play: HistoryPlay) => nowPlaying.trackId === play.trackId && nowPlaying.isPlaying;
  return (
    <>
      <SearchField label={historyTexts.search} value={search} onChange={setSearch} />
      <Box mt="8px">
        {items.length === 0 && (
          <Box role="status" color="fg.muted">
            {historyTexts.notFound(search.trim())}
          </Box>
        )}
        <WindowedList label={historyTexts.list} items={items} keyOf={keyOf} rowHeight={ROW_PX}>
          {(item) =>
            item.kind === 'day' ? (
              <DayHead
                name={dayName(item.day.from, now)}
                count={item.day.plays.length}
                onPlay={() => playFrom(item.day.plays.toReversed(), undefined)}
                onForget={() => onForget(item.day)}
              />
            ) : (
              <HistoryRow
                play={item.play}
                time={item.play === latest && isSounding(item.play) ? historyTexts.now : timeOfDay(item.play.heardAt)}
                isSounding={isSounding(item.play)}
                isUnplayable={isUnplayable(item.play.trackId)}
                onVisit={onVisit}
                onPlay={playRow}
                onMore={onMore}
              />
            )
          }
        </WindowedList>
      </Box>
    </>
  );
}

/** The plays of tracks whose title or artist matches. Searches the tracks on this device. */
function useFound(plays: readonly HistoryPlay[], search: string): readonly HistoryPlay[] {
  const scope = useScope();
  const terms = useMemo(() => fold(search).split(' ').filter(Boolean), [search]);
  const ids = terms.length === 0 ? '' : [...new Set(plays.map(({ trackId }) => trackId))].join();
  const readTracks = useCallback((key: string) => scope.tracksById(key === '' ? [] : key.split(',')), [scope]);
  const read = useRead(readTracks, ids);
  const tracks: readonly TrackView[] | null = read.kind === 'loaded' ? read.value : null;
  return useMemo(() => {
    if (terms.length === 0) return plays;
    const found = (tracks ?? []).filter(({ title, artist_name: artist }) => {
      const text = fold(`${title} ${artist}`);
      return terms.every((term) => text.includes(term));
    });
    const foundIds = new Set(found.map(({ id }) => id));
    return plays.filter(({ trackId }) => foundIds.has(trackId));
  }, [plays, terms, tracks]);
}

interface DayHeadProps {
  name: string;
  count: number;
  onPlay: () => void;
  onForget: () => void;
}

function DayHead({ name, count, onPlay, onForget }: DayHeadProps) {
  return (
    <Flex align="center" gap="8px" minHeight="52px">
      <Flex flex="1" minWidth="0" wrap="wrap" align="baseline" gap="0 10px">
        <styled.h2 textStyle="h2">{name}</styled.h2>
        <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {historyTexts.plays(count)}
        </Box>
      </Flex>
      <Button variant="quiet" size="sm" aria-label={historyTexts.playDayAgain(name)} onClick={onPlay}>
        <Icon of={RotateCcw} size={16} />
        {historyTexts.playAgain}
      </Button>
      <Menu
        trigger={
          <IconButton label={historyTexts.moreFor(name)} color="fg.muted" mr="-12px">
            <Icon of={Ellipsis} />
          </IconButton>
        }
        items={[{ label: historyTexts.forgetDay, icon: EyeOff, onSelect: onForget }]}
      />
    </Flex>
  );
}

function RowsSkeleton() {
  return (
    <Box aria-hidden>
      {[150, 118, 134].map((width) => (
        <Flex key={width} align="center" gap="12px" height={`${ROW_PX}px`}>
          <Skeleton width="48px" height="48px" borderRadius="art" />
          <Box flex="1">
            <Skeleton height="13px" width={`${width}px`} />
            <Skeleton height="11px" mt="9px" width="80px" />
          </Box>
        </Flex>
      ))}
    </Box>
  );
}
