import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { guardDrops } from '../upload/dropped-files.ts';
import { useAccount } from '../engine/live.ts';
import { toast } from '../engine/toast.ts';
import { texts } from '../platform/texts.ts';

export function DropOffer() {
  const router = useRouter();
  const isUser = useAccount().kind === 'user';
  useEffect(
    () =>
      guardDrops((files) => {
        // Loaded by the first drop: most visits have none.
        import('./offer-dropped.ts').then(
          ({ offerDropped }) => offerDropped(files, isUser, (to) => void router.navigate({ to })),
          () => toast({ kind: 'error', ...texts.unexpected }),
        );
      }),
    [router, isUser],
  );
  return null;
}
