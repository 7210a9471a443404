import { TriangleAlert } from 'lucide';
import { operatorFigures } from '../../../sync/model/operator/reports.ts';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useRemote } from '../../engine/use-remote.ts';
import { bytes } from '../../platform/format.ts';
import { operatorTexts } from './operator-texts.ts';

/** Devices are told of changes every five seconds. */
const SLOW_MS = 30_000;
const words = operatorTexts.figures;

interface FigureProps {
  label: string;
  value: string;
  note: string;
  /** Whether the operator should act. */
  isWrong?: boolean;
}

export function Figures() {
  const read = useRemote(operatorFigures);
  if (read.kind !== 'here') return <Skeleton height="108px" borderRadius="panel" />;
  const figures = read.value;
  const { errors, abuse_last_hour: abuse } = figures;
  const errorCount = errors === null ? 0 : errors.server + errors.browser;
  const shown: FigureProps[] = [
    {
      label: words.people,
      value: figures.people_today.toLocaleString('en'),
      note: words.newPeople(figures.new_this_week),
    },
    {
      label: words.plays,
      value: figures.plays_today.toLocaleString('en'),
      note: words.playsBefore(figures.plays_yesterday),
    },
    {
      label: words.uploads,
      value: figures.uploads_today.toLocaleString('en'),
      note: words.uploadsInAll(figures.tracks),
    },
    { label: words.storage, value: bytes(figures.stored_bytes), note: words.files(figures.files) },
    {
      label: words.lag,
      value: figures.lag_ms === null ? words.none : words.seconds(figures.lag_ms),
      note: figures.longest_lag_ms === null ? '' : words.longestLag(words.seconds(figures.longest_lag_ms)),
      isWrong: figures.lag_ms !== null && figures.lag_ms > SLOW_MS,
    },
    ...(errors === null
      ? []
      : [
          {
            label: words.errors,
            value: errorCount.toLocaleString('en'),
            note: errors.browser > 0 ? words.inBrowsers(errors.browser) : words.errorsHour,
            isWrong: errorCount > 0,
          },
        ]),
  ];
  return (
    <>
      <Panel
        as="dl"
        aria-label={words.title}
        display="grid"
        gridTemplateColumns={{ base: 'repeat(3, minmax(0, 1fr))', lg: `repeat(${shown.length}, minmax(0, 1fr))` }}
        gap="20px 12px"
        p={{ base: '16px', lg: '20px 24px' }}
      >
        {shown.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </Panel>
      {abuse > 0 && (
        <Flex align="center" gap="6px" textStyle="meta" color="orange.fg" mt="12px">
          <Icon of={TriangleAlert} size={14} />
          {words.abuse(abuse, figures.abuse_today)}
        </Flex>
      )}
    </>
  );
}

function Figure({ label, value, note, isWrong = false }: FigureProps) {
  return (
    <Flex direction="column" gap="8px" minWidth="0" {...(isWrong ? { color: 'orange.fg' } : {})}>
      <Flex as="dt" align="center" gap="6px" textStyle="meta" {...(isWrong ? {} : { color: 'fg.muted' })}>
        {isWrong && <Icon of={TriangleAlert} size={14} />}
        {label}
      </Flex>
      <Box as="dd" textStyle="numeral" fontSize={{ base: '20px', lg: '26px' }} lineHeight="1" overflowWrap="anywhere">
        {value}
      </Box>
      <Box as="dd" textStyle="small" {...(isWrong ? {} : { color: 'fg.subtle' })}>
        {note}
      </Box>
    </Flex>
  );
}
