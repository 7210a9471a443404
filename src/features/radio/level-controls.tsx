import { Volume2, VolumeX } from 'lucide-react';
import { type ComponentProps, useState, useSyncExternalStore } from 'react';
import { canSetVolume } from '../../audio/stream-output.ts';
import { IconButton } from '../../ui/button.tsx';
import { VolumeRange } from '../../ui/volume-range.tsx';
import type { RadioEngine } from './radio-engine.ts';

/** The speaker: mutes and gives back. */
export function MuteButton({
  engine,
  size = 20,
  ...rest
}: { engine: RadioEngine; size?: number } & Omit<ComponentProps<typeof IconButton>, 'label'>) {
  const { isMuted } = useSyncExternalStore(engine.level.subscribe, engine.level.get);
  const Icon = isMuted ? VolumeX : Volume2;
  return (
    <IconButton label={isMuted ? 'Unmute' : 'Mute'} onClick={() => engine.setLevel({ isMuted: !isMuted })} {...rest}>
      <Icon size={size} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

/** Volume of 0 to 100; nothing where the device has the only say (iOS). */
export function VolumeSlider({ engine, width }: { engine: RadioEngine; width: string }) {
  const { volume, isMuted } = useSyncExternalStore(engine.level.subscribe, engine.level.get);
  const [isSettable] = useState(canSetVolume);
  if (!isSettable) return null;
  return (
    <VolumeRange
      volume={isMuted ? 0 : volume}
      onVolume={(next) => engine.setLevel({ volume: next, isMuted: false })}
      width={width}
      restColor="color-mix(in srgb, currentColor 28%, transparent)"
    />
  );
}
