import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { overBottomBars } from '../platform/bottom-bars.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { fromLeft, fromRight } from './edges.ts';
import { lazyPart } from './lazy-part.tsx';
import { Flex } from './styled.tsx';
import { toasts } from '../engine/toast.ts';

/** Preloaded when idle, because the first toast may report that the network is gone. */
const ToastRow = lazyPart(() => import('./toast-row.tsx').then((m) => m.ToastRow), 'invisible');

export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  useEffect(() => whenIdle(() => void ToastRow.preload(), 5000), []);
  // In the body and marked as a live announcer, because an open sheet hides the page from screen readers.
  return createPortal(
    <Flex
      role="region"
      aria-label="Notifications"
      data-live-announcer=""
      {...overBottomBars}
      position="fixed"
      zIndex="toast"
      direction="column"
      gap="8px"
      left={{ base: fromLeft('12px'), lg: '40px' }}
      right={{ base: fromRight('12px'), lg: 'auto' }}
      width={{ lg: '380px' }}
      maxWidth={{ base: '480px' }}
      mx={{ base: 'auto', lg: '0' }}
      bottom="calc(var(--bottom-bars, env(safe-area-inset-bottom, 0px)) + 12px)"
      pointerEvents="none"
      css={{
        // On phones a bottom sheet has its actions at the bottom, so toasts move to the top.
        'body:has([data-sheet=bottom]) &': {
          top: { base: 'calc(env(safe-area-inset-top) + 12px)', lg: 'auto' },
          bottom: {
            base: 'auto',
            lg: 'calc(var(--bottom-bars, env(safe-area-inset-bottom, 0px)) + 12px)',
          },
        },
      }}
    >
      {shown.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </Flex>,
    document.body,
  );
}
