import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';
import { usePageLink } from '../../design/use-page-link.ts';

const style = classes({
  name: {
    textUnderlineOffset: '3px',
    // A right-to-left name must not reorder the text around it.
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
  /**
   * Puts the name on a line of its own, truncated with an ellipsis, in this text style (`line`: that of the surrounding text).
   * Without `as`, the name is inline.
   */
  as?: 'title' | 'meta' | 'line';
  onFollow?: () => void;
  children: ReactNode;
}

/** A person's name links to their profile (S-43). */
export function PersonLink({ userId, as, onFollow, children }: PersonLinkProps) {
  const link = usePageLink({ to: '/profile/$userId', params: { userId } }, onFollow);
  return (
    <a
      {...(as === undefined ? {} : { dir: 'auto' })}
      href={`/profile/${userId}`}
      className={style('name', as !== undefined && 'line', as !== 'line' && (as ?? false))}
      {...link}
    >
      {children}
    </a>
  );
}
