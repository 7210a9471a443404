import { useMe } from '../engine/live.ts';
import { Popover } from '../design/popover.tsx';
import { Box } from '../design/styled.tsx';
import { zapTexts } from '../components/zaps/zap-texts.ts';
import { StoreLink } from './store-link.tsx';
import { ZapFigures } from './zap-figures.tsx';
import { Balance } from './zap-status.tsx';

export function ZapPanel({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const chip = document.getElementById('profile-area');
  if (me?.zaps == null || !chip) return null;
  return (
    <Popover label={zapTexts.status} anchor={chip} edge="end" onClose={onClose}>
      <Box p="4px">
        <Balance zaps={me.zaps} fontSize="56px" />
        <ZapFigures me={me} />
        <Box mt="14px">
          <StoreLink onFollow={onClose} />
        </Box>
      </Box>
    </Popover>
  );
}
