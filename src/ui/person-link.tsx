import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { classes } from './classes.ts';

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

/**
 * A person's name, which leads to their profile (S-43). A page has one in each of its cards: the router's own `Link` would follow the
 * address in each of them, to say whether it leads to where one is.
 */
export function PersonLink({ userId, as, onFollow, children }: PersonLinkProps) {
  const router = useRouter();
  const profile = { to: '/profile/$userId', params: { userId } } as const;
  const prepare = () => void router.preloadRoute(profile);
  const follow = (event: MouseEvent) => {
    onFollow?.();
    // Another tab or window is the browser's to open.
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void router.navigate(profile);
  };
  return (
    <a
      {...(as === undefined ? {} : { dir: 'auto' })}
      href={`/profile/${userId}`}
      className={look('name', as !== undefined && 'line', as !== 'line' && (as ?? false))}
      onMouseEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
      onClick={follow}
    >
      {children}
    </a>
  );
}
