import { CircleAlert, CircleCheck, Clock, type IconNode, Info, TriangleAlert, X, Zap } from 'lucide';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Box, Flex } from './styled.tsx';
import { dismissToast, holdToast, releaseToast, type ToastKind, type ShownToast } from '../engine/toast.ts';

const styles: Record<ToastKind, { icon: IconNode; color: string }> = {
  success: { icon: CircleCheck, color: 'green.fg' },
  info: { icon: Info, color: 'fg.muted' },
  zap: { icon: Zap, color: 'zap.fg' },
  error: { icon: CircleAlert, color: 'red.fg' },
  warning: { icon: TriangleAlert, color: 'orange.fg' },
  waiting: { icon: Clock, color: 'fg.muted' },
};

export function ToastRow({ toast }: { toast: ShownToast }) {
  const { icon, color } = styles[toast.kind];
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
      onPointerEnter={() => holdToast(toast.id, 'pointer')}
      onPointerLeave={() => releaseToast(toast.id, 'pointer')}
      onFocus={() => holdToast(toast.id, 'focus')}
      onBlur={() => releaseToast(toast.id, 'focus')}
    >
      <Box color={color} flex="none">
        <Icon of={icon} filled={toast.kind === 'zap'} />
      </Box>
      <Box flex="1" minWidth="0" overflowWrap="anywhere" overflowX="clip">
        <Box dir="auto" fontWeight="600">
          {toast.title}
        </Box>
        {toast.text && (
          <Box dir="auto" color="fg.muted">
            {toast.text}
          </Box>
        )}
      </Box>
      {toast.action && (
        <Button size="sm" alignSelf="center" onClick={toast.action.run}>
          {toast.action.label}
        </Button>
      )}
      <IconButton label="Close" my="-12px" color="fg.muted" onClick={() => dismissToast(toast.id)}>
        <Icon of={X} size={18} />
      </IconButton>
    </Flex>
  );
}
