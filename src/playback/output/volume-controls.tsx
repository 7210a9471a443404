import { Volume2, VolumeX } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { canSetVolume, isSilent, type VolumeControl } from './volume.ts';
import { useLive } from '../../engine/live.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { VolumeRange } from './volume-range.tsx';

export function MuteButton({
  volume,
  size = 20,
  ...rest
}: { volume: VolumeControl; size?: number } & Omit<ComponentProps<typeof IconButton>, 'label'>) {
  const isOff = isSilent(useLive(volume));
  const sign = isOff ? VolumeX : Volume2;
  return (
    <IconButton label={isOff ? 'Unmute' : 'Mute'} onClick={volume.toggleMute} {...rest}>
      <Icon of={sign} size={size} />
    </IconButton>
  );
}

interface VolumeSliderProps {
  volume: VolumeControl;
  width: string;
  restColor?: string;
}

/** Absent where only the device can set the volume. */
export function VolumeSlider({
  volume,
  width,
  restColor = 'color-mix(in srgb, currentColor 28%, transparent)',
}: VolumeSliderProps) {
  const { value, isMuted } = useLive(volume);
  const [isSettable] = useState(() => canSetVolume());
  if (!isSettable) return null;
  return <VolumeRange volume={isMuted ? 0 : value} onVolume={volume.set} width={width} restColor={restColor} />;
}
