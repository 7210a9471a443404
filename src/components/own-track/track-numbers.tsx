import { Lock } from 'lucide';
import { type ReactNode, useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { trackNumbers } from '../../../sync/model/remote-reads.ts';
import { durationInWords } from '../../platform/format.ts';
import { plural, texts } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/panel.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { StatCells } from '../../design/stat.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { BarChart } from './bar-chart.tsx';
import { ownTrackTexts } from './own-track-texts.ts';
import { formatDay, playsByDay } from './track-days.ts';

const numberTexts = ownTrackTexts.numbers;

export function TrackNumbers({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const title = track.title || trackWords.untitled;
  return (
    <Sheet wide title={numberTexts.of(title)} asks="plain" onClose={onClose}>
      <Box px={{ base: '20px', lg: '28px' }} pb="24px">
        <Numbers trackId={track.id} />
      </Box>
    </Sheet>
  );
}

export function NumbersPanel({ trackId }: { trackId: string }) {
  return (
    <Panel asChild p={{ base: '16px 14px', lg: '20px 24px' }}>
      <section aria-label={numberTexts.title}>
        <Numbers
          trackId={trackId}
          isWide
          heading={
            <styled.h2 textStyle="h2" color="fg" mr="4px">
              {numberTexts.title}
            </styled.h2>
          }
        />
      </section>
    </Panel>
  );
}

interface NumbersProps {
  trackId: string;
  heading?: ReactNode;
  isWide?: boolean;
}

function Numbers({ trackId, heading, isWide = false }: NumbersProps) {
  const read = useRemote(useMemo(() => trackNumbers(trackId), [trackId]));
  const now = useNow(30_000);
  if (read.kind === 'loading') return <Skeleton height="320px" borderRadius="panel" />;
  if (read.kind === 'failed' || read.value === null)
    return (
      <FailedState title={texts.readFailed} text={numberTexts.failed} isBusy={read.isAsking} onRetry={read.retry} />
    );
  const { today, plays, days, listeners, votes, shares, times_on_radio: timesOnRadio } = read.value;
  const allDays = playsByDay(today, days);
  return (
    <Flex direction="column" gap="20px">
      <Flex justify="space-between" wrap="wrap" gap="4px 12px" textStyle="meta" color="fg.muted">
        <Flex gap="5px" align="center">
          {heading}
          <Icon of={Lock} size={13} />
          {numberTexts.onlyYou}
        </Flex>
        <Box role="status">
          {read.failure
            ? numberTexts.kept(durationInWords(Math.max(0, now - read.at)))
            : numberTexts.age(durationInWords(Math.max(0, now - read.at)))}
        </Box>
      </Flex>
      <StatCells
        cells={[
          [plays, plural(plays, numberTexts.play)] as const,
          [listeners, plural(listeners, numberTexts.listener)] as const,
          [shares, plural(shares, numberTexts.share)] as const,
          [timesOnRadio, numberTexts.onRadio(timesOnRadio)] as const,
        ].map(([value, label]) => ({ value: value.toLocaleString('en'), label }))}
      />
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', ...(isWide ? { lg: 'minmax(0, 2fr) minmax(0, 1fr)' } : {}) }}
        gap="20px 44px"
      >
        <BarChart
          title={numberTexts.playsByDay}
          height={96}
          share={0.62}
          axisLabels={[formatDay(allDays[0]?.day ?? today), numberTexts.today]}
          values={allDays.map(({ day, plays: value }) => ({
            value,
            name: formatDay(day),
            text: numberTexts.on(value, numberTexts.play, formatDay(day)),
          }))}
        />
        <BarChart
          title={numberTexts.votesByWeight}
          height={96}
          share={0.74}
          axisLabels={votes.map((_votes, i) => String(i + 1))}
          values={votes.map((value, i) => ({
            value,
            name: numberTexts.weight(i + 1),
            text: numberTexts.of5(value, i + 1),
          }))}
        />
      </Box>
    </Flex>
  );
}
