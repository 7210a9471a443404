import { chakra } from '@chakra-ui/react';
import { Volume2, VolumeX } from 'lucide-react';
import { type ComponentProps, useState, useSyncExternalStore } from 'react';
import { canSetVolume } from '../../audio/stream-output.ts';
import { IconButton } from '../../ui/button.tsx';
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
  const shown = isMuted ? 0 : volume;
  return (
    <chakra.input
      type="range"
      aria-label="Volume"
      aria-valuetext={`${Math.round(shown * 100)} percent`}
      min={0}
      max={100}
      step={1}
      value={Math.round(shown * 100)}
      onChange={(event) => engine.setLevel({ volume: event.currentTarget.valueAsNumber / 100, isMuted: false })}
      width={width}
      minWidth="0"
      height="44px"
      cursor="pointer"
      // The line and how far it is filled, drawn alike in every engine.
      style={{ backgroundSize: `${shown * 100}% 4px, 100% 4px` }}
      css={{
        appearance: 'none',
        backgroundColor: 'transparent',
        backgroundImage:
          'linear-gradient(currentColor 0 0), linear-gradient(color-mix(in srgb, currentColor 28%, transparent) 0 0)',
        backgroundPosition: '0 50%',
        backgroundRepeat: 'no-repeat',
        '&::-webkit-slider-runnable-track': { background: 'transparent' },
        '&::-webkit-slider-thumb': {
          appearance: 'none',
          width: '14px',
          height: '14px',
          borderRadius: '50%',
          background: 'currentColor',
        },
        '&::-moz-range-track': { background: 'transparent' },
        '&::-moz-range-thumb': {
          width: '14px',
          height: '14px',
          border: 0,
          borderRadius: '50%',
          background: 'currentColor',
        },
      }}
    />
  );
}
