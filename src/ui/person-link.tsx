import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const look = classes({
  name: {
    textUnderlineOffset: '3px',
    // A name with turned text turns nothing that stands beside it.
    unicodeBidi: 'isolate',
    _active: { color: 'fg.muted' },
    '@media (hover: hover)': { _hover: { textDecoration: 'underline' } },
  },
});

/** A person's name, which leads to their profile (S-43). `onFollow` closes what lies over the page. */
export function PersonLink({
  userId,
  onFollow,
  children,
}: {
  userId: string;
  onFollow?: () => void;
  children: ReactNode;
}) {
  return (
    <Link
      to="/profile/$userId"
      params={{ userId }}
      className={look('name')}
      {...(onFollow ? { onClick: onFollow } : {})}
    >
      {children}
    </Link>
  );
}
