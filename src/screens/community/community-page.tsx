import { useCallback, useDeferredValue, useMemo } from 'react';
import type { PeopleSort } from '../../../sync/client.ts';
import { communityTotals } from '../../../sync/model/remote-reads.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { plural } from '../../platform/texts.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useDebouncedText } from '../../platform/use-debounced-text.ts';
import { classes } from '../../design/classes.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Select } from '../../design/select.tsx';
import { Box } from '../../design/styled.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { communityTexts } from './community-texts.ts';
import { CreatorGrid, type CreatorGridProps } from './creator-grid.tsx';

const BeyondCommunity = lazyPart(() => import('./beyond-community.tsx').then((m) => m.BeyondCommunity), 'invisible');

const sorts: readonly PeopleSort[] = ['most_active', 'most_plays', 'newest', 'track_count'];

const style = classes({
  head: {
    display: 'grid',
    gridTemplateAreas: {
      base: '"title title" "search search" "totals sort"',
      lg: '"title search sort" "totals search sort"',
    },
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', lg: 'minmax(0, 1fr) 340px 190px' },
    alignItems: { base: 'center', lg: 'end' },
    gap: '8px 12px',
    mb: '24px',
  },
  search: { gridArea: 'search' },
  totals: { gridArea: 'totals', textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  figure: { color: 'fg', fontWeight: '600' },
  sort: { gridArea: 'sort' },
});

interface CommunityPageProps extends Pick<CreatorGridProps, 'onPlay' | 'nowPlaying'> {
  search: string;
  sort: PeopleSort;
  /** Omitted fields keep their value. */
  onFilter: (change: { search?: string; sort?: PeopleSort }) => void;
}

export function CommunityPage({ search, sort, onFilter, onPlay, nowPlaying }: CommunityPageProps) {
  const scope = useScope();
  const onSearch = useCallback((text: string) => onFilter({ search: text }), [onFilter]);
  const [typed, setTyped] = useDebouncedText(search, onSearch);
  const deferredSearch = useDeferredValue(typed);
  const { isComplete, creators, beyond } = useLive(
    useMemo(() => scope.people({ search: deferredSearch, sort }), [scope, deferredSearch, sort]),
  );
  const hasBeyond = beyond.state !== 'none' || beyond.found !== null;
  const filter = `${sort} ${deferredSearch}`;
  const isSettled = typed === search && typed === deferredSearch;
  const count = creators.length;
  // The same element between renders, because the grid is memoized.
  const end = useMemo(
    () =>
      hasBeyond ? (
        <BeyondCommunity
          grid={{ filter, onPlay, nowPlaying }}
          beyond={beyond}
          search={deferredSearch.trim()}
          isSettled={isSettled}
          count={count}
          onMore={() => scope.peopleMore({ search: deferredSearch, sort })}
        />
      ) : (
        <Box textAlign="center" color="fg.muted" py="24px">
          {communityTexts.end}
        </Box>
      ),
    [hasBeyond, filter, onPlay, nowPlaying, beyond, deferredSearch, isSettled, count, scope, sort],
  );
  return (
    <Page width="wide">
      <div className={style('head')}>
        <PageTitle textStyle="poster" gridArea="title">
          {communityTexts.title}
        </PageTitle>
        <div className={style('search')}>
          <SearchField label={communityTexts.search} value={typed} onChange={setTyped} />
        </div>
        <Totals />
        <div className={style('sort')}>
          <Select
            label={communityTexts.sort}
            isBareOnPhones
            value={communityTexts.sorts[sort]}
            options={sorts.map((option) => communityTexts.sorts[option])}
            onChange={(label) => {
              const next = sorts.find((option) => communityTexts.sorts[option] === label);
              if (next) onFilter({ search: typed, sort: next });
            }}
          />
        </div>
      </div>
      {creators.length > 0 ? (
        <CreatorGrid
          label={communityTexts.creators}
          filter={filter}
          creators={creators}
          end={end}
          onPlay={onPlay}
          nowPlaying={nowPlaying}
        />
      ) : hasBeyond ? (
        end
      ) : isComplete ? (
        <EmptyState title={communityTexts.none} />
      ) : (
        <NotLoadedYet title={communityTexts.failed} text={communityTexts.failedUsers} />
      )}
    </Page>
  );
}

/** Blank while loading; zeros if the read failed (S-25). */
function Totals() {
  const totals = useRemote(communityTotals);
  const { artists, tracks } = totals.kind === 'here' ? totals.value : { artists: 0, tracks: 0 };
  return (
    <div className={style('totals')}>
      {totals.kind === 'loading' ? '\u00a0' : <Figures artists={artists} tracks={tracks} />}
    </div>
  );
}

function Figures({ artists, tracks }: { artists: number; tracks: number }) {
  const strong = (value: number) => <span className={style('figure')}>{value.toLocaleString('en')}</span>;
  return (
    <>
      {strong(artists)} {plural(artists, 'artist')}, {strong(tracks)} {plural(tracks, 'track')}
    </>
  );
}
