import { ChevronRight } from 'lucide';
import { useMemo } from 'react';
import type { History, HistoryPlay } from '../../../sync/model/history.ts';
import type { Listening } from '../../components/track/listening.ts';
import { Icon } from '../../design/icon.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { List } from '../../design/list-row.tsx';
import { Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { useScope } from '../../engine/live.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useNow } from '../../engine/use-now.ts';
import { durationInWords } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { HistoryRow } from './history/history-row.tsx';
import { historyTexts } from './history/history-texts.ts';
import { useTrackVisits } from './history/use-history.ts';
import { libraryTexts } from './library-texts.ts';

const COUNT = 4;

interface LatestPlaysProps extends Pick<Listening, 'onPlay' | 'onMore' | 'nowPlaying'> {
  history: History;
}

/** The tracks that the person heard last, each once. */
export function LatestPlays({ history, onPlay, onMore, nowPlaying }: LatestPlaysProps) {
  const scope = useScope();
  const isUnplayable = useIsUnplayable();
  const now = useNow(60_000);
  const onVisit = useTrackVisits();
  const latest = useMemo(() => latestPlays(history.plays), [history.plays]);
  const play = (first: HistoryPlay) => {
    const start = async () => {
      const tracks = await scope.tracksById(latest.map(({ trackId }) => trackId));
      const index = tracks.findIndex(({ id }) => id === first.trackId);
      if (index >= 0) onPlay(tracks, index);
    };
    toastOnError(start());
  };
  return (
    <section aria-label={texts.pages.history}>
      <Flex align="center" gap="8px" minHeight="44px">
        <styled.h2 textStyle="h2" flex="1" minWidth="0">
          {texts.pages.history}
        </styled.h2>
        <LinkButton variant="plain" size="sm" to="/library/history" mr="-12px">
          {libraryTexts.showAll}
          <Icon of={ChevronRight} size={16} />
        </LinkButton>
      </Flex>
      <List
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="48px"
      >
        {latest.map((item, at) => {
          const isSounding = nowPlaying.trackId === item.trackId && nowPlaying.isPlaying;
          return (
            <li key={item.key}>
              <HistoryRow
                play={item}
                time={at === 0 && isSounding ? historyTexts.now : libraryTexts.ago(durationInWords(now - item.heardAt))}
                isSounding={isSounding}
                isUnplayable={isUnplayable(item.trackId)}
                onVisit={onVisit}
                onPlay={play}
                onMore={onMore}
              />
            </li>
          );
        })}
      </List>
    </section>
  );
}

/** The latest play of each track. Never 'First listen', which has no room beside 'x minutes ago'. @param plays newest first */
function latestPlays(plays: readonly HistoryPlay[]): HistoryPlay[] {
  const byTrack = new Map<string, HistoryPlay>();
  for (const play of plays) {
    if (byTrack.size === COUNT) break;
    if (!byTrack.has(play.trackId)) byTrack.set(play.trackId, { ...play, isFirst: false });
  }
  return [...byTrack.values()];
}
