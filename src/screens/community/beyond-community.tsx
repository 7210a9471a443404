import { useEffect, useEffectEvent } from 'react';
import type { PeopleBeyond } from '../../../sync/client.ts';
import { beyondTexts } from '../../components/beyond/beyond-texts.ts';
import { ListEnd } from '../../components/beyond/list-end.tsx';
import { OnlyHere } from '../../components/beyond/only-here.tsx';
import { SearchSection } from '../../components/beyond/search-section.tsx';
import { useBeyond } from '../../components/beyond/use-beyond.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Box } from '../../design/styled.tsx';
import { communityTexts } from './community-texts.ts';
import { CreatorGrid, type CreatorGridProps } from './creator-grid.tsx';

interface BeyondCommunityProps {
  grid: Omit<CreatorGridProps, 'creators' | 'end' | 'label'>;
  beyond: PeopleBeyond;
  /** '' for the whole list. */
  search: string;
  /** Whether the typed search is no longer changing. */
  isSettled: boolean;
  /** Number of creators in the list above. */
  count: number;
  onMore: () => void;
}

/** Below the creators on this device: requests the list's next page, or shows the server's result of a search (SY-36). */
export function BeyondCommunity(props: BeyondCommunityProps) {
  const { grid, beyond, search, count, onMore } = props;
  if (search !== '') return <FoundElsewhere key={grid.filter} {...props} />;
  return <ListEnd state={beyond.state} count={count} onMore={onMore} />;
}

function FoundElsewhere({ grid, beyond, search, isSettled, count, onMore }: BeyondCommunityProps) {
  const { phase, request } = useBeyond<void>(beyond, onMore);
  const requestOnce = useEffectEvent(request);
  const isDue = phase === 'due' && isSettled;
  useEffect(() => {
    if (isDue) requestOnce();
  }, [isDue]);
  const found = beyond.found ?? [];
  if (phase === 'offline')
    return (
      <>
        {count === 0 && <Box overflowWrap="anywhere">{beyondTexts.nothingHere(search)}</Box>}
        <OnlyHere />
      </>
    );
  if (phase === 'done' && count + found.length === 0) return <EmptyState title={communityTexts.none} />;
  return (
    <Box mt={count > 0 ? '28px' : '0'}>
      <SearchSection
        title={beyondTexts.everywhere}
        count={null}
        note={null}
        isLoading={phase === 'due' || phase === 'loading'}
      >
        {phase === 'failed' && <FailedState title={beyondTexts.restFailed} onRetry={() => request()} />}
        {found.length > 0 && <CreatorGrid {...grid} label={beyondTexts.everywhere} creators={found} end={null} />}
        {phase === 'done' && found.length === 0 && (
          <Box color="fg.muted" py="10px">
            {beyondTexts.nothingElse}
          </Box>
        )}
      </SearchSection>
    </Box>
  );
}
