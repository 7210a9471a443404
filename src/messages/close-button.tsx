import { X } from 'lucide';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { texts } from '../platform/texts.ts';

export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <IconButton label={texts.close} onClick={onClose}>
      <Icon of={X} size={22} />
    </IconButton>
  );
}
