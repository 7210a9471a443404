import { Slider } from '../../design/slider.tsx';

interface VolumeRangeProps {
  /** 0 to 1. */
  volume: number;
  onVolume: (volume: number) => void;
  width: string;
  restColor: string;
}

export function VolumeRange({ volume, onVolume, width, restColor }: VolumeRangeProps) {
  const percent = Math.round(volume * 100);
  return (
    <Slider
      label="Volume"
      value={percent}
      valueText={`${percent} percent`}
      onChange={(next) => onVolume(next / 100)}
      width={width}
      restColor={restColor}
    />
  );
}
