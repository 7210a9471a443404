import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';
import { usePageLink } from '../../design/use-page-link.ts';

const style = classes({
  link: {
    textUnderlineOffset: '3px',
    _active: { color: 'fg.muted' },
    '@media (hover: hover)': { _hover: { textDecoration: 'underline' } },
  },
});

export function TrackLink({
  trackId,
  label,
  onFollow,
  children,
}: {
  trackId: string;
  /** Accessible name for a link that contains a picture. */
  label?: string;
  onFollow?: () => void;
  children: ReactNode;
}) {
  const link = usePageLink({ to: '/track/$trackId', params: { trackId } }, onFollow);
  return (
    <a href={`/track/${trackId}`} className={style('link')} {...(label ? { 'aria-label': label } : {})} {...link}>
      {children}
    </a>
  );
}
