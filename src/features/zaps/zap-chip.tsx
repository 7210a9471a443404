import { Zap } from 'lucide';
import { useMe } from '../../lib/live.ts';
import { chipTexts } from './chip-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { styled } from '../../ui/styled.tsx';

/** The balance in the top bar; the ZAP badge rises to it. Dashed while spends wait. */
export function ZapChip({ onOpen }: { onOpen: () => void }) {
  const me = useMe();
  const waiting = me?.zapsPending ?? false;
  return (
    <styled.button
      type="button"
      id="profile-area"
      onClick={onOpen}
      aria-label={
        waiting && me?.balance
          ? chipTexts.pending(me.zaps, me.balance.zaps - me.zaps)
          : chipTexts.balance(me?.zaps ?? 0)
      }
      display="inline-flex"
      alignItems="center"
      gap="4px"
      height="36px"
      p="0 12px 0 8px"
      borderRadius="full"
      fontWeight="700"
      fontSize="15px"
      fontVariantNumeric="tabular-nums"
      color="zap.fg"
      bg={waiting ? 'transparent' : 'zap.subtle'}
      border={waiting ? '1.5px dashed' : '0'}
      borderColor="zap.fg"
      cursor="pointer"
      position="relative"
      flex="none"
      _after={{ content: '""', position: 'absolute', inset: '-4px' }}
    >
      <Icon of={Zap} size={16} filled />
      {me ? me.zaps : '–'}
    </styled.button>
  );
}
