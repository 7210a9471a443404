import { TriangleAlert } from 'lucide';
import type * as z from 'zod/mini';
import { operatorFigures } from '../../../sync/model/operator/reports.ts';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useRemote } from '../../engine/use-remote.ts';
import { bytes } from '../../platform/format.ts';
import { operatorTexts } from './operator-texts.ts';

/** A longer queue lag needs the operator. A change normally waits up to five seconds for the next digest (SY-34). */
const SLOW_MS = 30_000;
/** Columns of the grid on phones. */
const COLUMNS = 3;
/** A larger used fraction of the disk needs the operator, as in the alert UndercurrentDiskFull (docs/alerts.yml). */
const FULL = 0.9;
const words = operatorTexts.figures;

interface FigureProps {
  label: string;
  value: string;
  note: string;
  /** Whether the operator should act. */
  isWrong?: boolean;
}

type Read = z.infer<typeof operatorFigures.answer>;

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
    storageFigure(figures),
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
        gridTemplateColumns={{
          base: `repeat(${COLUMNS}, minmax(0, 1fr))`,
          lg: `repeat(${shown.length}, minmax(0, 1fr))`,
        }}
        gap={{ base: '20px 8px', lg: '20px 12px' }}
        p={{ base: '16px', lg: '20px 24px' }}
      >
        {shown.map((figure, index) => (
          <Figure key={figure.label} {...figure} index={index} />
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

/** Use of the disk if the server measures it, else the size of the stored files. */
function storageFigure({
  disk,
  stored_bytes: stored,
  files,
}: Pick<Read, 'disk' | 'stored_bytes' | 'files'>): FigureProps {
  if (disk === null || disk.size === 0) return { label: words.storage, value: bytes(stored), note: words.files(files) };
  const used = disk.size - disk.free;
  const share = used / disk.size;
  return {
    label: words.storage,
    value: bytes(used),
    note: words.ofDisk(bytes(disk.size), share),
    isWrong: share > FULL,
  };
}

function Figure({ label, value, note, isWrong = false, index }: FigureProps & { index: number }) {
  const inRow = index % COLUMNS;
  return (
    <Flex
      direction="column"
      gap="8px"
      minWidth="0"
      borderColor="border"
      borderInlineStartWidth={{ base: inRow === 0 ? '0' : '1px', lg: index === 0 ? '0' : '1px' }}
      ps={{ base: inRow === 0 ? '0' : '8px', lg: index === 0 ? '0' : '18px' }}
      {...(isWrong ? { color: 'orange.fg' } : {})}
    >
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
