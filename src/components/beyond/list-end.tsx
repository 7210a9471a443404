import type { Beyond } from '../../../sync/client.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { NearEnd } from '../../design/near-end.tsx';
import { Box } from '../../design/styled.tsx';
import { beyondTexts } from './beyond-texts.ts';
import { OnlyHere } from './only-here.tsx';
import { useBeyond } from './use-beyond.ts';

const AHEAD = '200%';

interface ListEndProps {
  beyond: { state: Beyond['state']; found: unknown };
  /** Length of the list. */
  count: number;
  onMore: () => void;
}

/** Below a list that continues on the server: requests its next page when it comes near the window (SY-36). */
export function ListEnd({ beyond, count, onMore }: ListEndProps) {
  const { phase, request } = useBeyond<void>(beyond, onMore);
  switch (phase) {
    case 'due':
      return <NearEnd key={`${beyond.state} ${count}`} ahead={AHEAD} onNear={() => request()} />;
    case 'offline':
      return <OnlyHere />;
    case 'failed':
      return (
        <Box mt="20px">
          <FailedState title={beyondTexts.restFailed} onRetry={() => request()} />
        </Box>
      );
    case 'loading':
    case 'done':
      return null;
  }
}
