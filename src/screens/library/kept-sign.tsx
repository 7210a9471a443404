import { ArrowDown } from 'lucide';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';

const style = classes({
  sign: {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: 'full',
    bg: 'fg',
    color: 'bg',
    _highContrast: { border: '1px solid' },
  },
});

/** The sign of content that is kept on this device. @param size in px @param label left out if a text beside the sign says the same */
export function KeptSign({ size, label }: { size: number; label?: string }) {
  return (
    <span
      className={style('sign')}
      style={{ width: size, height: size }}
      {...(label ? { role: 'img', 'aria-label': label } : {})}
    >
      <Icon of={ArrowDown} size={Math.round(size * 0.7)} weight={2.2} />
    </span>
  );
}
