import type { ReactNode } from 'react';
import { useIsDesktop } from '../../platform/viewport.ts';
import { classes } from '../../design/classes.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Select } from '../../design/select.tsx';
import { exploreTexts } from './explore-texts.ts';

const GenreChips = lazyPart(() => import('./genre-chips.tsx').then((m) => m.GenreChips), 'block');

const style = classes({
  filter: {
    display: 'flex',
    mt: { base: '20px', lg: '10px' },
    gap: '8px',
    alignItems: 'center',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    position: 'sticky',
    top: { base: 'calc(56px + env(safe-area-inset-top))', lg: '68px' },
    zIndex: '2',
    bg: 'bg',
    py: '8px',
  },
  filtered: { mt: { base: '0', lg: '0' } },
  count: {
    textStyle: 'meta',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    display: 'flex',
    flex: '1 0 auto',
    gap: '12px',
    justifyContent: { base: 'space-between', lg: 'flex-start' },
    order: { base: 3, lg: 0 },
    width: { base: '100%', lg: 'auto' },
    mt: { base: '4px', lg: '0' },
  },
  close: { color: 'fg.subtle' },
  kinds: { flex: { base: '1 0 100%', lg: '1 0 auto' }, minWidth: '0', maxWidth: '100%', minHeight: '44px' },
  search: { flex: '1 1 160px', maxWidth: { lg: '360px' } },
});

interface ExploreFilterProps {
  isFiltered: boolean;
  /** Null while unknown. */
  count: string | null;
  /** Says that the matches are only close; null for exact matches. */
  closeNote: string | null;
  /** Replaces `count`, `closeNote` and the genre chips. */
  kinds?: ReactNode;
  search: string;
  onSearch: (search: string) => void;
  onSearchFocus?: () => void;
  genre: string | null;
  genres: readonly string[];
  onGenre: (genre: string | null) => void;
}

export function ExploreFilter(props: ExploreFilterProps) {
  const {
    isFiltered,
    count,
    closeNote,
    kinds = false,
    search,
    onSearch,
    onSearchFocus,
    genre,
    genres,
    onGenre,
  } = props;
  const isDesktop = useIsDesktop();
  const hasGenreChips = !isDesktop && isFiltered && !kinds;
  const kindsRow = kinds && <div className={style('kinds')}>{kinds}</div>;
  return (
    <div className={style('filter', isFiltered && 'filtered')}>
      {!kinds && (
        <div className={style('count')}>
          <div role="status">{count ?? '\u00a0'}</div>
          {closeNote !== null && <div className={style('close')}>{closeNote}</div>}
        </div>
      )}
      {isDesktop && kindsRow}
      <div className={style('search')}>
        <SearchField
          label={exploreTexts.search}
          value={search}
          onChange={onSearch}
          onFocus={() => {
            if (!isDesktop) void GenreChips.preload();
            onSearchFocus?.();
          }}
        />
      </div>
      {!hasGenreChips && (
        <Select
          label={exploreTexts.genre}
          none={exploreTexts.genre}
          width={{ base: '104px', sm: '126px', lg: '150px' }}
          value={genre}
          options={genres}
          onChange={onGenre}
        />
      )}
      {hasGenreChips && <GenreChips genres={genres} value={genre} onChange={onGenre} />}
      {!isDesktop && kindsRow}
    </div>
  );
}
