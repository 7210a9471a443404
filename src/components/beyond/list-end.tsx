import type { Beyond } from '../../../sync/client.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { NearEnd } from '../../design/near-end.tsx';
import { Box } from '../../design/styled.tsx';
import { beyondTexts } from './beyond-texts.ts';
import { OnlyHere } from './only-here.tsx';
import { useBeyond } from './use-beyond.ts';

/** Distance of the end from the window at which the next page is requested. */
const AHEAD = '200%';

interface ListEndProps {
  state: Beyond['state'];
  /** Length of the list. */
  count: number;
  onMore: () => void;
}

/** The end of a list that continues on the server: requests the list's next page when the end comes near the window (SY-36). */
export function ListEnd({ state, count, onMore }: ListEndProps) {
  const { phase, request } = useBeyond<void>({ state, found: null }, onMore);
  switch (phase) {
    case 'due':
      return <NearEnd key={`${state} ${count}`} ahead={AHEAD} onNear={() => request()} />;
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
