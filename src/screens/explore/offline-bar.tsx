import { CloudOff } from 'lucide';
import { durationInWords } from '../../platform/format.ts';
import { useSyncStatus } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { Icon } from '../../design/icon.tsx';
import { Flex } from '../../design/styled.tsx';
import { exploreTexts } from './explore-texts.ts';

export function OfflineBar() {
  const lastSyncedAt = useSyncStatus((status) => status.lastSyncedAt);
  const now = useNow(60_000);
  return (
    <Flex
      align="center"
      gap="10px"
      minHeight="34px"
      mt={{ base: '-8px', lg: '-24px' }}
      mx={{ base: '-16px', md: '-24px', lg: '-40px' }}
      px={{ base: '16px', md: '24px', lg: '40px' }}
      py="6px"
      bg="bg.inset"
      color="fg.muted"
      borderBottom="1.5px dashed"
      borderColor="border.emphasized"
      textStyle="meta"
    >
      <Icon of={CloudOff} size={18} />
      {lastSyncedAt === null ? texts.sync.offline : exploreTexts.offline(durationInWords(now - lastSyncedAt))}
    </Flex>
  );
}
