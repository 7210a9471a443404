import { Box, Flex } from '@chakra-ui/react';
import { Lock } from 'lucide';
import { useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { trackNumbers } from '../../../sync/model/remote-reads.ts';
import { span } from '../../lib/format.ts';
import { plural, texts } from '../../lib/texts.ts';
import { trackWords } from '../../lib/track-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRemote } from '../../lib/use-remote.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatCells } from '../../ui/stat.tsx';
import { LineChart } from './line-chart.tsx';
import { profileTexts } from './profile-texts.ts';
import { dayWords, lastDays } from './track-days.ts';

const words = profileTexts.numbers;

/** An own track in numbers, from the server, with the last known ones while there is no network. */
export function TrackNumbers({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const title = track.title || trackWords.untitled;
  return (
    <Sheet wide title={words.of(title)} asks="plain" onClose={onClose}>
      <Box px={{ base: '20px', lg: '28px' }} pb="24px">
        <Numbers trackId={track.id} />
      </Box>
    </Sheet>
  );
}

function Numbers({ trackId }: { trackId: string }) {
  const read = useRemote(useMemo(() => trackNumbers(trackId), [trackId]));
  const now = useNow(30_000);
  if (read.kind === 'loading') return <Skeleton height="320px" borderRadius="panel" />;
  if (read.kind === 'failed' || read.value === null)
    return <FailedState title={texts.readFailed} text={words.failed} isBusy={read.isAsking} onRetry={read.retry} />;
  const { today, plays, days, listeners, votes, shares, times_on_radio: timesOnRadio } = read.value;
  return (
    <Flex direction="column" gap="20px">
      <Flex justify="space-between" wrap="wrap" gap="4px 12px" textStyle="meta" color="fg.muted">
        <Flex gap="5px" align="center">
          <Icon of={Lock} size={13} />
          {words.onlyYou}
        </Flex>
        <Box role="status">
          {read.failure ? words.kept(span(Math.max(0, now - read.at))) : words.age(span(Math.max(0, now - read.at)))}
        </Box>
      </Flex>
      <StatCells
        cells={[
          [plays, plural(plays, words.play)] as const,
          [listeners, plural(listeners, words.listener)] as const,
          [shares, plural(shares, words.share)] as const,
          [timesOnRadio, words.onRadio(timesOnRadio)] as const,
        ].map(([value, label]) => ({ value: value.toLocaleString('en'), label }))}
      />
      <LineChart
        title={words.playsByDay}
        height={96}
        share={0.62}
        values={lastDays(today, days).map(({ day, plays: value }) => ({
          value,
          name: dayWords(day),
          words: words.on(value, words.play, dayWords(day)),
        }))}
      />
      <LineChart
        title={words.votesByWeight}
        height={72}
        share={0.74}
        values={votes.map((value, i) => ({
          value,
          name: words.weight(i + 1),
          words: words.of5(value, i + 1),
        }))}
      />
    </Flex>
  );
}
