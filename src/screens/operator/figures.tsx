import { TriangleAlert } from 'lucide';
import { operatorFigures } from '../../../sync/model/operator-remote.ts';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { bytes } from '../../platform/format.ts';
import { operatorTexts } from './operator-texts.ts';

const LATE_MS = 24 * 3_600_000;
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
  const now = useNow(60_000);
  if (read.kind !== 'here') return <Skeleton height="108px" borderRadius="panel" />;
  const figures = read.value;
  const oldestMs = figures.oldest_report_at === null ? null : now - Date.parse(figures.oldest_report_at);
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
      label: words.oldest,
      value: oldestMs === null ? words.none : words.age(Math.max(0, Math.floor(oldestMs / 3_600_000))),
      note: words.waiting(figures.open_reports),
      isWrong: oldestMs !== null && oldestMs > LATE_MS,
    },
    {
      label: words.abuse,
      value: figures.abuse_last_hour.toLocaleString('en'),
      note: `${words.abuseHour}, ${words.abuseDay(figures.abuse_today)}`,
      isWrong: figures.abuse_last_hour > 0,
    },
  ];
  return (
    <Panel
      as="dl"
      aria-label={words.title}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(6, minmax(0, 1fr))' }}
      gap="20px 12px"
      p={{ base: '16px', lg: '20px 24px' }}
    >
      {shown.map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </Panel>
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
