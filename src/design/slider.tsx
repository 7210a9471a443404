import { styled } from './styled.tsx';

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  valueText: string;
  onChange: (value: number) => void;
  width?: string;
  /** Colour of the part beyond the value. */
  restColor?: string;
}

export function Slider({
  label,
  value,
  min = 0,
  max = 100,
  step = 1,
  valueText,
  onChange,
  width = '100%',
  restColor = '{colors.bg.emphasized}',
}: SliderProps) {
  return (
    <styled.input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      width={width}
      minWidth="0"
      height="44px"
      cursor="pointer"
      style={{ backgroundSize: `${(100 * (value - min)) / (max - min)}% 4px, 100% 4px` }}
      css={{
        appearance: 'none',
        color: 'inherit',
        backgroundColor: 'transparent',
        backgroundImage: `linear-gradient(currentColor 0 0), linear-gradient(${restColor} 0 0)`,
        backgroundPosition: '0 50%',
        backgroundRepeat: 'no-repeat',
        '&::-webkit-slider-runnable-track': { background: 'transparent' },
        '&::-webkit-slider-thumb': { appearance: 'none', ...thumb },
        '&::-moz-range-track': { background: 'transparent' },
        '&::-moz-range-thumb': { border: 0, ...thumb },
      }}
    />
  );
}

const thumb = { width: '14px', height: '14px', borderRadius: '50%', background: 'currentColor' } as const;
