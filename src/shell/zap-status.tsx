import { Zap } from 'lucide';
import { levelProgress } from '../../sync/model/rules.ts';
import { useMe } from '../engine/live.ts';
import { useOwnAvatar } from '../components/person/use-own-avatar.ts';
import { Avatar } from '../design/art.tsx';
import { ZapFigures } from './zap-figures.tsx';
import { zapTexts } from '../components/zaps/zap-texts.ts';
import { zapsLabel } from '../components/zaps/balance-chip.tsx';
import { Icon } from '../design/icon.tsx';
import { Box, Flex } from '../design/styled.tsx';

export function ZapStatus() {
  const me = useMe();
  const avatarSrc = useOwnAvatar();
  // An unknown balance must not show as 0.
  if (!me?.balance || me.zaps === null) return null;
  const { level, remaining } = levelProgress(me.balance.total_zaps_earned);
  const name = me.profile?.artist_name ?? '';
  return (
    <Box>
      <Flex gap="14px" align="center">
        <Avatar name={name} src={avatarSrc} size={56} />
        <Box flex="1" minWidth="0">
          <Box fontWeight="600" fontSize="18px" truncate>
            {name}
          </Box>
          <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
            {zapTexts.level(level)}, {zapTexts.toLevel(remaining, level + 1)}
          </Box>
        </Box>
        <Balance zaps={me.zaps} fontSize="34px" />
      </Flex>
      <ZapFigures me={me} />
    </Box>
  );
}

export function Balance({ zaps, fontSize }: { zaps: number; fontSize: '34px' | '56px' }) {
  return (
    <Flex
      align="center"
      gap="4px"
      color="zap.fg"
      textStyle="numeral"
      fontSize={fontSize}
      role="img"
      aria-label={zapsLabel(zaps)}
    >
      {zaps.toLocaleString('en')}
      <Icon of={Zap} size={fontSize === '34px' ? 26 : 34} filled />
    </Flex>
  );
}
