import { chakra } from '@chakra-ui/react';

interface VolumeRangeProps {
  /** 0 to 1. */
  volume: number;
  onVolume: (volume: number) => void;
  width: string;
  /** Of the part that is not filled. */
  restColor: string;
}

/** Volume of 0 to 100 in steps of 1, in the colour of the text around it, drawn alike in every engine. */
export function VolumeRange({ volume, onVolume, width, restColor }: VolumeRangeProps) {
  const percent = Math.round(volume * 100);
  return (
    <chakra.input
      type="range"
      aria-label="Volume"
      aria-valuetext={`${percent} percent`}
      min={0}
      max={100}
      step={1}
      value={percent}
      onChange={(event) => onVolume(event.currentTarget.valueAsNumber / 100)}
      width={width}
      minWidth="0"
      height="44px"
      cursor="pointer"
      style={{ backgroundSize: `${volume * 100}% 4px, 100% 4px` }}
      css={{
        appearance: 'none',
        color: 'inherit',
        backgroundColor: 'transparent',
        backgroundImage: `linear-gradient(currentColor 0 0), linear-gradient(${restColor} 0 0)`,
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
