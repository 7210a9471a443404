import { ChevronRight } from 'lucide';
import { bytes } from '../../platform/format.ts';
import { Icon } from '../../design/icon.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { Panel } from '../../design/panel.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { KeptSign } from './kept-sign.tsx';
import { libraryTexts } from './library-texts.ts';
import { useKeptTotal } from './use-kept-total.ts';

export function KeptPanel() {
  const kept = useKeptTotal();
  return (
    <Panel>
      <Flex align="center" gap="10px">
        <KeptSign size={16} />
        <Box flex="1" fontWeight="600">
          {libraryTexts.keptHere}
        </Box>
        <LinkButton variant="plain" size="sm" to="/library/kept" mr="-12px">
          {libraryTexts.manage}
          <Icon of={ChevronRight} size={16} />
        </LinkButton>
      </Flex>
      <Flex justify="space-between" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
        {kept.tracks === 0 ? (
          libraryTexts.nothing
        ) : (
          <>
            <span>{libraryTexts.count(kept.tracks)}</span>
            <Box as="span" color="fg" fontWeight="600">
              {bytes(kept.bytes)}
            </Box>
          </>
        )}
      </Flex>
    </Panel>
  );
}
