import { EmptyState } from '../../design/empty-state.tsx';
import { SignInLink } from '../../shell/top-bar.tsx';

/** For guests: these pages are about a person's own ledger. */
export function SignedOut({ text }: { text: string }) {
  return (
    <EmptyState title={text}>
      <SignInLink />
    </EmptyState>
  );
}
