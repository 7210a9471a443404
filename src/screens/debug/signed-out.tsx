import { EmptyState } from '../../design/empty-state.tsx';
import { SignInLink } from '../../shell/top-bar.tsx';

export function SignedOut({ text }: { text: string }) {
  return (
    <EmptyState title={text}>
      <SignInLink />
    </EmptyState>
  );
}
