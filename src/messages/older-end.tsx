import type { OlderMessages } from '../../sync/client.ts';
import { beyondTexts } from '../components/beyond/beyond-texts.ts';
import { OnlyHere } from '../components/beyond/only-here.tsx';
import { useBeyond } from '../components/beyond/use-beyond.ts';
import { Button } from '../design/button.tsx';
import { FailedState } from '../design/failed-state.tsx';
import { NearEnd } from '../design/near-end.tsx';
import { Box } from '../design/styled.tsx';
import { texts } from '../platform/texts.ts';
import { messagesTexts } from './messages-texts.ts';

interface OlderEndProps {
  state: OlderMessages;
  /** Id of the first message. */
  firstId: string | undefined;
  onOlder: () => void;
}

/** The upper end of a conversation: requests older messages when it is scrolled to (SY-37). */
export function OlderEnd({ state, firstId, onOlder }: OlderEndProps) {
  const isHere = state === 'here';
  const { phase, request } = useBeyond<void>({ state: isHere ? 'more' : state, found: null }, onOlder);
  const shown = isHere ? 'due' : phase;
  switch (shown) {
    case 'due':
    case 'loading':
      return (
        <>
          <NearEnd key={firstId} ahead="0px" onNear={() => shown === 'due' && request()} />
          <Button
            variant="quiet"
            size={{ base: 'md', lg: 'sm' }}
            alignSelf="center"
            mb="12px"
            busy={shown === 'loading' ? texts.part.loading : null}
            onClick={() => request()}
          >
            {messagesTexts.older}
          </Button>
        </>
      );
    case 'offline':
      return (
        <Box mb="20px">
          <OnlyHere />
        </Box>
      );
    case 'failed':
      return (
        <Box mb="20px">
          <FailedState title={beyondTexts.restFailed} onRetry={() => request()} />
        </Box>
      );
    case 'done':
      return null;
  }
}
