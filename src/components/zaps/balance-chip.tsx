import { Zap } from 'lucide';
import type { MeView } from '../../../sync/client.ts';
import { controlKey } from '../../boot/contract.ts';
import { useMe } from '../../engine/live.ts';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';

interface BalanceChipProps {
  onPress?: () => void;
  id?: string;
}

const style = classes({
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '36px',
    p: '0 12px 0 8px',
    borderRadius: 'full',
    fontWeight: '700',
    fontSize: '15px',
    fontVariantNumeric: 'tabular-nums',
    color: 'zap.fg',
    bg: 'zap.subtle',
    flex: 'none',
  },
  waiting: { bg: 'transparent', border: '1.5px dashed', borderColor: 'zap.fg' },
  button: { cursor: 'pointer', position: 'relative', _after: { content: '""', position: 'absolute', inset: '-4px' } },
});

export function BalanceChip({ onPress, id }: BalanceChipProps) {
  const me = useMe();
  const Element = onPress ? 'button' : 'span';
  return (
    <Element
      {...(onPress ? { type: 'button', onClick: onPress } : { role: 'img' })}
      {...(id ? { id } : {})}
      {...controlKey('balance')}
      aria-label={labelOf(me)}
      className={style('chip', (me?.zapsPending ?? false) && 'waiting', onPress !== undefined && 'button')}
    >
      <Icon of={Zap} size={16} filled />
      {me?.zaps ?? '–'}
    </Element>
  );
}

function labelOf(me: MeView | null): string {
  // An unknown balance must not read as 0.
  if (!me?.balance || me.zaps === null) return 'ZAPs';
  const label = zapsLabel(me.zaps);
  return me.zapsPending ? `${label}, ${me.balance.zaps - me.zaps} waiting to be spent` : label;
}

/** The balance for screen readers: on screen, an icon replaces the word ZAPs. */
export function zapsLabel(zaps: number): string {
  return `${zaps} ZAPs`;
}
