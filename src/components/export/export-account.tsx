import { CloudOff, Download } from 'lucide';
import { useRef } from 'react';
import { useIsOffline } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { exportTexts } from './export-texts.ts';
import { useExport } from './use-export.ts';

export function ExportAccount({ user }: { user: { userId: string; email: string } }) {
  const { progress, start, cancel } = useExport(user);
  const isOffline = useIsOffline();
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = progress !== null;
  return (
    <Box mb="18px">
      <Flex gap="12px" align="center" wrap="wrap">
        <Box flex="1 1 220px" color="fg.muted">
          {exportTexts.text}
        </Box>
        <Button
          ref={button}
          variant="outline"
          disabled={isOffline && !isBusy}
          busy={isBusy ? exportTexts.preparing(progress.done, progress.all) : null}
          onClick={() => void start()}
        >
          <Icon of={isOffline ? CloudOff : Download} size={18} />
          {exportTexts.verb}
        </Button>
        {isBusy && (
          <Button
            variant="quiet"
            onClick={() => {
              cancel();
              button.current?.focus();
            }}
          >
            {exportTexts.cancel}
          </Button>
        )}
      </Flex>
      {isBusy && (
        <styled.progress
          aria-label={exportTexts.progress}
          value={progress.done}
          max={Math.max(progress.all, 1)}
          display="block"
          width="100%"
          height="4px"
          mt="12px"
          appearance="none"
          border="0"
          data-drawn="choice"
          css={{
            '@media (forced-colors: active)': { height: '8px', border: '1px solid' },
            background: '{colors.bg.emphasized}',
            '&::-webkit-progress-bar': { background: '{colors.bg.emphasized}' },
            '&::-webkit-progress-value': { background: '{colors.fg}' },
            '&::-moz-progress-bar': { background: '{colors.fg}' },
          }}
        />
      )}
      {isOffline && !isBusy && (
        <Flex role="status" gap="8px" align="center" mt="8px" color="fg.muted" textStyle="meta">
          <Icon of={CloudOff} size={16} />
          {exportTexts.needsNetwork}
        </Flex>
      )}
    </Box>
  );
}
