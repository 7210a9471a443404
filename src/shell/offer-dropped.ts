import { dismissToast, toast } from '../engine/toast.ts';
import { isolated } from '../platform/bidi.ts';
import { deliverDropped } from '../upload/dropped-files.ts';
import { sortFiles } from '../upload/sort-files.ts';

const TOAST_ID = 'dropped';

const offers = {
  upload: { label: 'Upload', to: '/upload' },
  picture: { label: 'Use as your picture', to: '/profile' },
} as const;
const refusals = {
  unknown: { title: 'This file has no place here', text: 'Drop an MP3 or a picture.' },
  signIn: { title: 'Please sign in', text: 'Then the file can be dropped here.' },
} as const;

/** Offers a use for files that were dropped on the page. */
export function offerDropped(
  files: readonly File[],
  isUser: boolean,
  goTo: (address: '/upload' | '/profile') => void,
): void {
  const dropped = sortFiles(files);
  if (!dropped) return void toast({ id: TOAST_ID, kind: 'info', ...refusals.unknown });
  if (!isUser) return void toast({ id: TOAST_ID, kind: 'info', ...refusals.signIn });
  const { label, to } = offers[dropped.use];
  const title = dropped.files.map(({ name }) => isolated(name)).join(', ');
  const run = () => {
    dismissToast(TOAST_ID);
    deliverDropped(dropped);
    goTo(to);
  };
  toast({ id: TOAST_ID, kind: 'info', title, duration: 15_000, action: { label, run } });
}
