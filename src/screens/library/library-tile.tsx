import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';

const style = classes({
  tile: {
    display: 'flex',
    alignItems: 'center',
    gap: '11px',
    minHeight: '60px',
    bg: 'bg.subtle',
    borderRadius: 'field',
    overflow: 'hidden',
    '@media (hover: hover)': { _hover: { bg: 'bg.muted' } },
  },
  picture: {
    flex: 'none',
    alignSelf: 'stretch',
    width: '60px',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    bg: 'bg.muted',
    color: 'fg.muted',
    '&& > div': { borderRadius: '0' },
  },
  words: { minWidth: '0', pr: '8px' },
  title: { textStyle: 'title', truncate: true },
  meta: { textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', truncate: true },
});

interface LibraryTileProps {
  to: NonNullable<LinkProps['to']>;
  picture: ReactNode;
  title: string;
  meta: string;
}

/** Links to one of the library's pages. */
export function LibraryTile({ to, picture, title, meta }: LibraryTileProps) {
  return (
    <li>
      <Link to={to} className={style('tile')}>
        <div className={style('picture')}>{picture}</div>
        <div className={style('words')}>
          <div className={style('title')}>{title}</div>
          <div className={style('meta')}>{meta}</div>
        </div>
      </Link>
    </li>
  );
}
