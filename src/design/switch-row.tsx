import type { IconNode } from 'lucide';
import { Icon } from './icon.tsx';
import { Box, Flex } from './styled.tsx';
import { Switch } from './switch.tsx';

interface SwitchRowProps {
  icon: IconNode;
  label: string;
  /** What the switch does, in one line. */
  detail: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that is on or off. */
export function SwitchRow({ icon, label, detail, isOn, onChange }: SwitchRowProps) {
  return (
    <Flex align="center" gap="16px" minHeight="54px" fontSize="16px" fontWeight="500">
      <Icon of={icon} size={22} />
      <Box flex="1" minWidth="0">
        {label}
        <Box fontSize="13px" fontWeight="400" color="fg.muted">
          {detail}
        </Box>
      </Box>
      <Switch label={label} isOn={isOn} onChange={onChange} />
    </Flex>
  );
}
