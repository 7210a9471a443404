import type { ReactNode } from 'react';
import { texts } from '../platform/texts.ts';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';
import { Box, Flex } from './styled.tsx';

interface DialogProps {
  title: string;
  /** Before the title: whom or what it is about. */
  picture?: ReactNode;
  onClose: () => void;
  /** `alert` when it wants an answer before anything else. */
  kind?: 'plain' | 'alert';
  children?: ReactNode;
  /** Buttons beside each other at its end. */
  actions: ReactNode;
}

/** A question or a small form over the page: a sheet on phones, centred on desktop. */
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
  /** Before the title: whom or what it is about. */
  picture?: ReactNode;
  /** The verb of what is confirmed. */
  verb: ReactNode;
  /** Before the verb. */
  icon?: ReactNode;
  /** What is missing before it can be confirmed stands in `children`. */
  isReady?: boolean;
  look?: 'solid' | 'dangerSolid' | 'zap';
  /** The word while it is being done; nothing can be pressed then. */
  busy?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
  cancel?: string;
  children?: ReactNode;
}

/** Asks before something is done. */
export function Confirm({
  title,
  picture,
  verb,
  icon = null,
  isReady = true,
  look = 'solid',
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
          <Button look="outline" size="lg" flex="1" disabled={busy !== null} onClick={onCancel}>
            {cancel}
          </Button>
          <Button look={look} size="lg" flex="1.5" busy={busy} disabled={!isReady && busy === null} onClick={onConfirm}>
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
