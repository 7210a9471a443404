import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';
import { usePageLink } from '../../design/use-page-link.ts';

const look = classes({
  name: {
    textUnderlineOffset: '3px',
    // A name that is written from the right turns nothing beside it.
    unicodeBidi: 'plaintext',
    _active: { color: 'fg.muted' },
    '@media (hover: hover)': { _hover: { textDecoration: 'underline' } },
  },
  line: { display: 'block', width: 'fit-content', maxWidth: '100%', truncate: true },
  title: { textStyle: 'title' },
  meta: { textStyle: 'meta', color: 'fg.muted' },
});

interface PersonLinkProps {
  userId: string;
  /** A line of its own, cut where it ends: as a title is written, as what stands under one, or as what is around it. Else it stands in a text. */
  as?: 'title' | 'meta' | 'line';
  /** Closes what lies over the page. */
  onFollow?: () => void;
  children: ReactNode;
}

/** A person's name, which leads to their profile (S-43). */
export function PersonLink({ userId, as, onFollow, children }: PersonLinkProps) {
  const link = usePageLink({ to: '/profile/$userId', params: { userId } }, onFollow);
  return (
    <a
      {...(as === undefined ? {} : { dir: 'auto' })}
      href={`/profile/${userId}`}
      className={look('name', as !== undefined && 'line', as !== 'line' && (as ?? false))}
      {...link}
    >
      {children}
    </a>
  );
}
