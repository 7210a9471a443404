import { Box, chakra, Grid } from '@chakra-ui/react';
import { Fragment } from 'react';
import { Sheet } from '../../ui/sheet.tsx';

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
        <Grid templateColumns="auto 1fr" gap="12px 20px" alignItems="center">
          {keys.map(([key, does]) => (
            <Fragment key={key}>
              <chakra.kbd
                fontFamily="ui"
                fontWeight="600"
                bg="bg.muted"
                borderRadius="6px"
                px="10px"
                py="4px"
                justifySelf="start"
              >
                {key}
              </chakra.kbd>
              <Box color="fg.muted">{does}</Box>
            </Fragment>
          ))}
        </Grid>
      </Box>
    </Sheet>
  );
}
