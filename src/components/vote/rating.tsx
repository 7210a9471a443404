import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';

const styles = {
  rating: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontWeight: '600',
    fontSize: '13px',
    fontVariantNumeric: 'tabular-nums',
  },
  unrated: { fontSize: '13px', color: 'fg.subtle' },
  bars: { flex: 'none', fill: 'fg' },
  votes: { color: 'fg.subtle', fontWeight: '400' },
} as const;
const style = classes(styles);

export const { rating: ratingStyle, unrated: unratedStyle } = styles;

interface RatingProps {
  average: number;
  votes: number;
  /** The person's own vote, shown instead of the number of votes. */
  ownVote?: ReactNode;
}

export function Rating(props: RatingProps) {
  return (
    <div className={style(props.votes === 0 && !props.ownVote ? 'unrated' : 'rating')}>
      <RatingParts {...props} />
    </div>
  );
}

/** SVG paths of five rounded bars, in a box of 23 by 12 px. */
const bars = [5, 7, 9, 10, 12].map(
  (height, i) => `M${5 * i} ${13 - height}q0-1 1-1h1q1 0 1 1v${height - 2}q0 1-1 1h-1q-1 0-1-1z`,
);

export function RatingParts({ average, votes, ownVote }: RatingProps) {
  if (votes === 0 && !ownVote) return 'No votes yet';
  const filledCount = Math.round(average);
  return (
    <>
      <svg role="img" aria-label={`${average.toFixed(1)} of 5`} width="23" height="12" className={style('bars')}>
        <path d={bars.slice(0, filledCount).join('')} />
        <path d={bars.slice(filledCount).join('')} opacity=".26" />
      </svg>
      {votes > 0 && average.toFixed(1)}
      {ownVote ?? <span className={style('votes')}>({votes})</span>}
    </>
  );
}
