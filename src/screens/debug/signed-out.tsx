import { EmptyState } from '../../design/empty-state.tsx';
import { SignInLink } from '../../shell/top-bar.tsx';

/** Shown to guests, because the debug pages are about a person's own ledger. */
export function SignedOut({ text }: { text: string }) {
  return (
    <EmptyState title={text}>
      <SignInLink />
    </EmptyState>
  );
}
