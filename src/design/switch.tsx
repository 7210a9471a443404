import { disabledWithReason } from './disabled-with-reason.ts';
import { styled } from './styled.tsx';

interface SwitchProps {
  label: string;
  isOn: boolean;
  /** Whether the value is queued on this device. */
  isWaiting?: boolean;
  disabledReason?: string | null;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, isWaiting = false, disabledReason = null, onChange }: SwitchProps) {
  return (
    <styled.button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      {...(disabledReason === null ? { onClick: () => onChange(!isOn) } : disabledWithReason(disabledReason))}
      position="relative"
      flex="none"
      width="48px"
      height="28px"
      borderRadius="full"
      cursor={disabledReason === null ? 'pointer' : 'default'}
      {...(isWaiting
        ? { border: '1.5px dashed', borderColor: 'border.emphasized' }
        : isOn
          ? { bg: 'fg' }
          : { bg: 'bg.emphasized', boxShadow: 'inset 0 0 0 1.5px {colors.border.emphasized}' })}
      // A touch target of 44 px.
      _after={{ content: '""', position: 'absolute', inset: '-8px -4px' }}
      {...(disabledReason === null ? {} : { opacity: 0.6 })}
    >
      <styled.span
        position="absolute"
        top="50%"
        width="22px"
        height="22px"
        mt="-11px"
        borderRadius="full"
        left={isOn ? 'calc(100% - 25px)' : '3px'}
        bg={isWaiting ? 'fg' : isOn ? 'bg' : 'fg.muted'}
        data-drawn="sign"
        transition="left {durations.base}"
        aria-hidden
      />
    </styled.button>
  );
}
