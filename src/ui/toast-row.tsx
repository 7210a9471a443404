import { Box, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, Info, TriangleAlert, X, Zap } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import { dismissToast, hold, release, type ToastKind, type ShownToast } from './toast.ts';

const icons: Record<ToastKind, { icon: typeof Info; color: string }> = {
  success: { icon: CircleCheck, color: 'green.fg' },
  info: { icon: Info, color: 'fg.muted' },
  zap: { icon: Zap, color: 'zap.fg' },
  error: { icon: CircleAlert, color: 'red.fg' },
  warning: { icon: TriangleAlert, color: 'orange.fg' },
  waiting: { icon: Clock, color: 'fg.muted' },
};

/** A toast: it stays while the pointer or the focus is on it. */
export function ToastRow({ toast }: { toast: ShownToast }) {
  const { icon: Icon, color } = icons[toast.kind];
  const urgent = toast.kind === 'error' || toast.kind === 'warning';
  return (
    <Flex
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
      onPointerEnter={() => hold(toast.id)}
      onPointerLeave={() => release(toast.id)}
      onFocus={() => hold(toast.id)}
      onBlur={() => release(toast.id)}
    >
      <Box color={color} flex="none">
        <Icon size={20} strokeWidth={1.75} aria-hidden {...(toast.kind === 'zap' ? { fill: 'currentColor' } : {})} />
      </Box>
      <Box flex="1" minWidth="0" overflowWrap="anywhere" overflowX="clip">
        <Box fontWeight="600">{toast.title}</Box>
        {toast.text && <Box color="fg.muted">{toast.text}</Box>}
      </Box>
      {toast.action && (
        <Button size="sm" alignSelf="center" onClick={toast.action.run}>
          {toast.action.label}
        </Button>
      )}
      <IconButton label="Close" my="-12px" color="fg.muted" onClick={() => dismissToast(toast.id)}>
        <X size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Flex>
  );
}
