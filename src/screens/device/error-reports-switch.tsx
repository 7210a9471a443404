import { useState } from 'react';
import { allowErrorReports, mayReportErrors } from '../../platform/error-reports.ts';
import { Box, Flex } from '../../design/styled.tsx';
import { Switch } from '../../design/switch.tsx';
import { deviceTexts } from '../../components/offline/device-texts.ts';

export function ErrorReportsSwitch() {
  const [isOn, setIsOn] = useState(mayReportErrors);
  return (
    <Flex align="center" justify="space-between" gap="16px">
      <Box color="fg.muted">{deviceTexts.errorReportsMean}</Box>
      <Switch
        label={deviceTexts.sendErrorReports}
        isOn={isOn}
        onChange={(next) => {
          allowErrorReports(next);
          setIsOn(next);
        }}
      />
    </Flex>
  );
}
