import type { ReactNode } from 'react';
import { EmptyState } from '../../design/empty-state.tsx';

/** For guests: these pages are about a person's own ledger. */
export function SignedOut({ text, signIn }: { text: string; signIn: ReactNode }) {
  return <EmptyState title={text}>{signIn}</EmptyState>;
}
