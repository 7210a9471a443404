import { styled } from './styled.tsx';

export const Badge = styled('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    flex: 'none',
    height: '22px',
    px: '8px',
    borderRadius: 'full',
    fontSize: '12px',
    fontWeight: 600,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  variants: {
    variant: {
      quiet: { bg: 'bg.muted', color: 'fg.muted' },
      waiting: { boxShadow: 'none', border: '1.5px dashed', borderColor: 'border.emphasized', color: 'fg.muted' },
      zap: { bg: 'zap.subtle', color: 'zap.fg' },
      count: { bg: 'air.solid', color: 'air.contrast', height: '20px', minWidth: '20px', px: '6px', fontWeight: 700 },
      new: {
        bg: 'bg.inverted',
        color: 'fg.inverted',
        height: '20px',
        px: '6px',
        borderRadius: '2px',
        fontFamily: 'display',
        fontWeight: 800,
        fontSize: '10px',
      },
    },
  },
  defaultVariants: { variant: 'quiet' },
});

export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <Badge variant="count" role="img" aria-label={`${count} ${label}`}>
      {count > 9 ? '9+' : count}
    </Badge>
  );
}
