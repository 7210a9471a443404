import type { ReactNode } from 'react';
import { texts } from '../platform/texts.ts';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';
import { Box, Flex } from './styled.tsx';

interface DialogProps {
  title: string;
  picture?: ReactNode;
  onClose: () => void;
  kind?: 'plain' | 'alert';
  children?: ReactNode;
  actions: ReactNode;
}

export function Dialog({ title, picture, onClose, kind = 'plain', children, actions }: DialogProps) {
  return (
    <Sheet title={title} picture={picture} asks={kind} onClose={onClose}>
      <Flex direction="column" gap="16px" p={{ base: '0 20px 24px', lg: '0 28px 28px' }}>
        <Box color="fg.muted">{children}</Box>
        <Flex gap="12px" wrap="wrap">
          {actions}
        </Flex>
      </Flex>
    </Sheet>
  );
}

interface ConfirmProps {
  title: string;
  picture?: ReactNode;
  verb: ReactNode;
  icon?: ReactNode;
  /** False while something is missing; `children` must name it. */
  isReady?: boolean;
  variant?: 'solid' | 'dangerSolid' | 'zap';
  /** Label while the action runs; both buttons then ignore presses. */
  busy?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
  cancel?: string;
  children?: ReactNode;
}

export function Confirm({
  title,
  picture,
  verb,
  icon = null,
  isReady = true,
  variant = 'solid',
  busy = null,
  onConfirm,
  onCancel,
  cancel = texts.cancel,
  children,
}: ConfirmProps) {
  return (
    <Dialog
      title={title}
      picture={picture}
      kind="alert"
      onClose={() => !busy && onCancel()}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" disabled={busy !== null} onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            variant={variant}
            size="lg"
            flex="1.5"
            busy={busy}
            disabled={!isReady && busy === null}
            onClick={onConfirm}
          >
            {icon}
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
