import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box } from '../../design/styled.tsx';

const ROW_PX = 60;

/** Heights of a row's two lines, of the rating below them on narrow screens, and of the padding above and below. */
const LINES_PX = 37;
const RATING_PX = 28;
const PADDING_PX = 12;

/** Width of a list on a screen of 360 px: in a narrower one, the rating is below the lines. */
const RATING_BESIDE_FROM_PX = 328;

/** @returns a row's height in px; `textScale`: the browser's text enlargement */
export function rowHeightOf(width: number, textScale: number): number {
  const text = LINES_PX + (width < RATING_BESIDE_FROM_PX ? RATING_PX : 0);
  return Math.max(ROW_PX, PADDING_PX + text * textScale);
}

/** Height of the bars over the page, which must not cover a focused control. */
const BARS_PX = { top: 184, bottom: 164 };

const style = classes({
  row: {
    display: 'grid',
    gridTemplate: '1fr auto auto 1fr / 48px minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: `${ROW_PX}px`,
    py: '6px',
    borderRadius: '12px',
    '@media (max-width: 359px)': { gridTemplateRows: '0 auto auto auto', alignContent: 'center' },
    '@media (hover: hover)': {
      _hover: { bg: 'bg.subtle', boxShadow: '-10px 0 {colors.bg.subtle}, 10px 0 {colors.bg.subtle}' },
    },
    '& a, & button': { scrollMarginTop: `${BARS_PX.top}px`, scrollMarginBottom: `${BARS_PX.bottom}px` },
  },
  picture: { gridArea: '1 / 1 / -1' },
  /** Room for the padding of a search highlight. */
  title: { gridArea: '2 / 2', minWidth: '0', px: '3px', mx: '-3px', textStyle: 'title', truncate: true },
  meta: {
    gridArea: '3 / 2',
    minWidth: '0',
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    px: '3px',
    mx: '-3px',
    textStyle: 'meta',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    overflow: 'hidden',
  },
  aside: { gridArea: '1 / 3 / -1', '@media (max-width: 359px)': { gridArea: '4 / 2' } },
  action: { gridArea: '1 / 4 / -1', mr: '-12px' },
});

interface SearchRowProps {
  picture: ReactNode;
  title: ReactNode;
  meta: ReactNode;
  aside?: ReactNode;
  action?: ReactNode;
}

/** A row of search results. Its first link or button must be its main action, because the arrow keys focus it. */
export function SearchRow({ picture, title, meta, aside, action }: SearchRowProps) {
  return (
    <div className={style('row')}>
      <div className={style('picture')}>{picture}</div>
      <div dir="auto" className={style('title')}>
        {title}
      </div>
      <div className={style('meta')}>{meta}</div>
      {aside && <div className={style('aside')}>{aside}</div>}
      {action && <div className={style('action')}>{action}</div>}
    </div>
  );
}

export function SearchRowsSkeleton() {
  const widths = [
    ['150px', '90px'],
    ['118px', '70px'],
  ] as const;
  return widths.map(([title, meta]) => (
    <Box key={title} display="flex" alignItems="center" gap="12px" height={`${ROW_PX}px`} aria-hidden>
      <Skeleton width="48px" height="48px" borderRadius="art" />
      <Box flex="1" minWidth="0">
        <Skeleton height="13px" width={title} />
        <Skeleton height="11px" mt="9px" width={meta} />
      </Box>
    </Box>
  ));
}
