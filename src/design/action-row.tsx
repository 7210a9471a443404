import type { ReactNode } from 'react';
import { TruncatedText } from './truncated-text.tsx';
import { Box, styled } from './styled.tsx';

interface ActionRowProps {
  icon: ReactNode;
  /** Shown at the end of the row. */
  note?: string;
  detail?: string;
  /** Whether the action is unavailable. The row then stays focusable, and `detail` says why. */
  isLocked?: boolean;
  isDangerous?: boolean;
  onPress?: () => void;
  children: ReactNode;
}

export function ActionRow({
  icon,
  note,
  detail,
  isLocked = false,
  isDangerous = false,
  onPress,
  children,
}: ActionRowProps) {
  return (
    <styled.button
      type="button"
      {...(isLocked ? { 'aria-disabled': true } : { onClick: onPress })}
      display="flex"
      alignItems="center"
      gap="14px"
      width="100%"
      minHeight="52px"
      p="5px 12px"
      borderRadius="12px"
      textAlign="left"
      cursor={isLocked ? 'default' : 'pointer'}
      color={isLocked ? 'fg.subtle' : isDangerous ? 'red.fg' : 'fg'}
      _hover={{ bg: 'bg.muted' }}
      _focusVisible={{ outline: '2px solid', outlineOffset: '-2px' }}
    >
      <Box color={isLocked ? 'fg.subtle' : isDangerous ? 'red.fg' : 'fg.muted'} flex="none">
        {icon}
      </Box>
      <Box flex="1" minWidth="0">
        {typeof children === 'string' ? <TruncatedText>{children}</TruncatedText> : <Box truncate>{children}</Box>}
        {detail && <Box textStyle="meta">{detail}</Box>}
      </Box>
      {note && (
        <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {note}
        </Box>
      )}
    </styled.button>
  );
}
