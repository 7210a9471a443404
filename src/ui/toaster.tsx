import { Box, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, Info, TriangleAlert, X, Zap } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button.tsx';
import { dismissToast, hold, release, type ToastKind, toasts } from './toast.ts';

const icons: Record<ToastKind, { icon: typeof Info; color: string }> = {
  success: { icon: CircleCheck, color: 'green.fg' },
  info: { icon: Info, color: 'fg.muted' },
  zap: { icon: Zap, color: 'zap.fg' },
  error: { icon: CircleAlert, color: 'red.fg' },
  warning: { icon: TriangleAlert, color: 'orange.fg' },
  waiting: { icon: Clock, color: 'fg.muted' },
};

/** Toasts, above whatever bars stand at the bottom: the shell says their height in `--bottom-bars`. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  // Beside the page and marked, or an open sheet would hide it from screen readers with the page.
  return createPortal(
    <Flex
      role="region"
      aria-label="Notifications"
      data-live-announcer=""
      position="fixed"
      zIndex="toast"
      direction="column"
      gap="8px"
      left={{ base: '12px', lg: '40px' }}
      right={{ base: '12px', lg: 'auto' }}
      width={{ lg: '380px' }}
      maxWidth={{ base: '480px' }}
      mx={{ base: 'auto', lg: '0' }}
      bottom="calc(var(--bottom-bars, env(safe-area-inset-bottom, 0px)) + 12px)"
      pointerEvents="none"
      css={{
        // Such a sheet has its actions where toasts stand on a phone.
        'body:has([data-sheet=bottom]) &': {
          top: { base: 'calc(env(safe-area-inset-top) + 12px)', lg: 'auto' },
          bottom: {
            base: 'auto',
            lg: 'calc(var(--bottom-bars, env(safe-area-inset-bottom, 0px)) + 12px)',
          },
        },
      }}
    >
      {shown.map((each) => {
        const { icon: Icon, color } = icons[each.kind];
        const urgent = each.kind === 'error' || each.kind === 'warning';
        return (
          <Flex
            key={each.id}
            role={urgent ? 'alert' : 'status'}
            pointerEvents="auto"
            gap="12px"
            align="flex-start"
            bg="bg.overlay"
            borderRadius="14px"
            p="13px 4px 13px 14px"
            fontSize="14px"
            boxShadow={{
              base: '0 12px 40px rgba(0,0,0,.55)',
              _light: '0 12px 40px rgba(40,30,20,.18), inset 0 0 0 1px {colors.border}',
            }}
            animation="fadeIn 220ms"
            onPointerEnter={() => hold(each.id)}
            onPointerLeave={() => release(each.id)}
            onFocus={() => hold(each.id)}
            onBlur={() => release(each.id)}
          >
            <Box color={color} flex="none">
              <Icon
                size={20}
                strokeWidth={1.75}
                aria-hidden
                {...(each.kind === 'zap' ? { fill: 'currentColor' } : {})}
              />
            </Box>
            <Box flex="1" minWidth="0" overflowWrap="anywhere">
              <Box fontWeight="600">{each.title}</Box>
              {each.text && <Box color="fg.muted">{each.text}</Box>}
            </Box>
            {each.action && (
              <Button size="sm" alignSelf="center" onClick={each.action.run}>
                {each.action.label}
              </Button>
            )}
            <IconButton label="Close" my="-12px" color="fg.muted" onClick={() => dismissToast(each.id)}>
              <X size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Flex>
        );
      })}
    </Flex>,
    document.body,
  );
}
