import type { Beyond } from '../../../sync/client.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { NearEnd } from '../../design/near-end.tsx';
import { Box } from '../../design/styled.tsx';
import { beyondTexts } from './beyond-texts.ts';
import { OnlyHere } from './only-here.tsx';
import { useBeyond } from './use-beyond.ts';

const AHEAD = '200%';

interface ExploreEndProps {
  beyond: Beyond;
  genre: string | null;
  count: number;
}

export function ExploreEnd({ beyond, genre, count }: ExploreEndProps) {
  const { phase, request } = useBeyond(beyond);
  const requestMore = () => request({ search: '', genre });
  switch (phase) {
    case 'due':
      return <NearEnd key={`${beyond.state} ${count}`} ahead={AHEAD} onNear={requestMore} />;
    case 'offline':
      return <OnlyHere />;
    case 'failed':
      return (
        <Box mt="20px">
          <FailedState title={beyondTexts.restFailed} onRetry={requestMore} />
        </Box>
      );
    case 'loading':
    case 'done':
      return null;
  }
}
