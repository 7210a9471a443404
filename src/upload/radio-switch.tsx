import { Box, styled } from '../design/styled.tsx';
import { Switch } from '../design/switch.tsx';
import { uploadTexts } from './upload-texts.ts';

export function RadioSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <styled.label display="flex" alignItems="center" gap="12px" minHeight="48px" cursor="pointer">
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        {uploadTexts.openToRadio}
      </Box>
      <Switch label={uploadTexts.openToRadio} isOn={isOn} onChange={onChange} />
    </styled.label>
  );
}
