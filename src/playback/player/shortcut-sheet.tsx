import { Fragment } from 'react';
import { Sheet } from '../../design/sheet.tsx';
import { Box, styled } from '../../design/styled.tsx';

const keys: [string, string][] = [
  ['Space', 'Play or pause'],
  ['← →', '10 seconds back or forward'],
  ['↑ ↓', 'Volume'],
  ['N', 'Next track'],
  ['P', 'Previous track'],
  ['M', 'Mute'],
  ['?', 'This list'],
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      <Box p="20px 24px 28px" tabIndex={0} outline="none">
        <Box textStyle="h1" mb="18px" aria-hidden>
          Keyboard shortcuts
        </Box>
        <Box display="grid" gridTemplateColumns="auto 1fr" gap="12px 20px" alignItems="center">
          {keys.map(([key, does]) => (
            <Fragment key={key}>
              <styled.kbd
                fontFamily="ui"
                fontWeight="600"
                bg="bg.muted"
                borderRadius="6px"
                px="10px"
                py="4px"
                justifySelf="start"
              >
                {key}
              </styled.kbd>
              <Box color="fg.muted">{does}</Box>
            </Fragment>
          ))}
        </Box>
      </Box>
    </Sheet>
  );
}
