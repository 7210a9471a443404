import { useRouter } from '@tanstack/react-router';
import { storeReturnAddress } from '../../shell/return-address.ts';

/** Opens the sign-in page, which leads back here. */
export function useSignIn(): () => void {
  const router = useRouter();
  return () => {
    storeReturnAddress(router.state.location.href);
    void router.navigate({ to: '/auth' });
  };
}
