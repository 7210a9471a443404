import type { ReactNode } from 'react';
import { useMe } from '../../engine/live.ts';
import { Popover } from '../../design/popover.tsx';
import { Box } from '../../design/styled.tsx';
import { ZapFigures } from './zap-figures.tsx';
import { Balance } from './zap-status.tsx';
import { zapTexts } from './zap-texts.ts';

/** The popover under the balance chip on desktop: balance, figures and rewards. */
export function ZapDropdown({ rewards, onClose }: { rewards: ReactNode; onClose: () => void }) {
  const me = useMe();
  const chip = document.getElementById('profile-area');
  if (me?.zaps == null || !chip) return null;
  return (
    <Popover label={zapTexts.status} anchor={chip} edge="end" onClose={onClose}>
      <Box p="4px">
        <Balance zaps={me.zaps} fontSize="56px" />
        <ZapFigures me={me} rewards={rewards} />
      </Box>
    </Popover>
  );
}
