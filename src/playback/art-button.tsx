import { Pause, Play } from 'lucide';
import { controlKey } from '../boot/contract.ts';
import { Icon } from '../design/icon.tsx';
import { styled } from '../design/styled.tsx';

interface ArtButtonProps {
  isPause: boolean;
  onPress: () => void;
  /** Key of the control, which stays the same while its label changes (src/boot/contract.ts). */
  controlId: string;
}

export function ArtButton({ isPause, onPress, controlId }: ArtButtonProps) {
  return (
    <styled.button
      type="button"
      {...controlKey(controlId)}
      aria-label={isPause ? 'Pause' : 'Play'}
      onClick={onPress}
      position="absolute"
      inset="0"
      display="flex"
      alignItems="center"
      justifyContent="center"
      bg="rgba(14,10,8,.5)"
      // A forced background would hide the cover.
      _highContrast={{ forcedColorAdjust: 'none' }}
      color="#fff"
      borderRadius="art"
      cursor="pointer"
      css={{ '&:focus-visible': { outlineColor: '#fff', outlineOffset: '-4px' } }}
    >
      <Icon of={isPause ? Pause : Play} size={24} filled />
    </styled.button>
  );
}
