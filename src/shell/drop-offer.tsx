import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { guardDrops, deliverDropped, sortFiles } from '../upload/dropped-files.ts';
import { isolated } from '../platform/bidi.ts';
import { useAccount } from '../engine/live.ts';
import { dismissToast, toast } from '../engine/toast.ts';
import { appTexts } from './app-texts.ts';

const TOAST_ID = 'dropped';

export function DropOffer() {
  const router = useRouter();
  const isUser = useAccount().kind === 'user';
  useEffect(
    () =>
      guardDrops((files) => {
        const dropped = sortFiles(files);
        if (!dropped) return void toast({ id: TOAST_ID, kind: 'info', ...appTexts.dropped.unknown });
        if (!isUser) return void toast({ id: TOAST_ID, kind: 'info', ...appTexts.dropped.signIn });
        const { label, to } = appTexts.dropped[dropped.use];
        const title = dropped.files.map(({ name }) => isolated(name)).join(', ');
        const run = () => {
          dismissToast(TOAST_ID);
          deliverDropped(dropped);
          void router.navigate({ to });
        };
        toast({ id: TOAST_ID, kind: 'info', title, duration: 15_000, action: { label, run } });
      }),
    [router, isUser],
  );
  return null;
}
