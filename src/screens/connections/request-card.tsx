import type { ConnectionView } from '../../../sync/client.ts';
import { durationInWords } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { Box } from '../../design/styled.tsx';
import { ConnectedPerson } from './connected-person.tsx';
import { connectionTexts } from '../../components/connection/connection-texts.ts';
import { useConnectionActs } from '../../components/connection/use-connection.ts';

interface RequestCardProps {
  request: ConnectionView;
  /** ms since the epoch */
  now: number;
}

export function RequestCard({ request: { partnerId, updatedAt }, now }: RequestCardProps) {
  const { answer } = useConnectionActs(partnerId);
  return (
    <Box py="9px">
      <ConnectedPerson personId={partnerId} aside={texts.ago(durationInWords(now - Date.parse(updatedAt)))} />
      <Box display="grid" gridTemplateColumns="1fr 1fr" gap="8px" pl="60px" mt="8px">
        <Button size={{ base: 'md', lg: 'sm' }} onClick={() => void answer('accepted')}>
          {connectionTexts.accept}
        </Button>
        <Button variant="outline" size={{ base: 'md', lg: 'sm' }} onClick={() => void answer('declined')}>
          {connectionTexts.decline}
        </Button>
      </Box>
    </Box>
  );
}
