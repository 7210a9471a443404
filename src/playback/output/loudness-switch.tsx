import { AudioWaveform } from 'lucide';
import { useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { Switch } from '../../design/switch.tsx';
import { useLive } from '../../engine/live.ts';
import { evensLoudness, setEvensLoudness } from './even-loudness.ts';
import { canSetVolume } from './volume.ts';

const texts = { label: 'Even out loudness', detail: 'Every track plays about equally loud' } as const;

/** Absent where only the device can set the volume. */
export function LoudnessSwitch() {
  const isOn = useLive(evensLoudness);
  const [isSettable] = useState(() => canSetVolume());
  if (!isSettable) return null;
  return (
    <Flex align="center" gap="16px" minHeight="54px" fontSize="16px" fontWeight="500">
      <Icon of={AudioWaveform} size={22} />
      <Box flex="1" minWidth="0">
        {texts.label}
        <Box fontSize="13px" fontWeight="400" color="fg.muted">
          {texts.detail}
        </Box>
      </Box>
      <Switch label={texts.label} isOn={isOn} onChange={setEvensLoudness} />
    </Flex>
  );
}
