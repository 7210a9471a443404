import { AudioWaveform } from 'lucide';
import { useState } from 'react';
import { SwitchRow } from '../../design/switch-row.tsx';
import { useLive } from '../../engine/live.ts';
import { normalizesLoudness, setNormalizesLoudness } from './loudness-normalization.ts';
import { canSetVolume } from './volume.ts';

const texts = { label: 'Even out loudness', detail: 'Every track plays about equally loud' } as const;

/** Absent where only the device can set the volume. */
export function LoudnessSwitch() {
  const isOn = useLive(normalizesLoudness);
  const [isSettable] = useState(() => canSetVolume());
  if (!isSettable) return null;
  return (
    <SwitchRow
      icon={AudioWaveform}
      label={texts.label}
      detail={texts.detail}
      isOn={isOn}
      onChange={setNormalizesLoudness}
    />
  );
}
