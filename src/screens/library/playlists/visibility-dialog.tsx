import { useState } from 'react';
import type { PlaylistVisibility } from '../../../../sync/client.ts';
import { playlistVisibilities } from '../../../../sync/model/playlist-visibility.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Box, Flex, styled } from '../../../design/styled.tsx';
import { texts } from '../../../platform/texts.ts';
import { playlistsTexts } from './playlists-texts.ts';

interface VisibilityDialogProps {
  visibility: PlaylistVisibility;
  /** Not called without a change. */
  onChange: (visibility: PlaylistVisibility) => void;
  onClose: () => void;
}

/** Asks who sees a playlist (S-60). */
export function VisibilityDialog({ visibility, onChange, onClose }: VisibilityDialogProps) {
  // Another device may change the visibility meanwhile: without a choice here, nothing is saved.
  const [opened] = useState(visibility);
  const [chosen, setChosen] = useState(opened);
  return (
    <Dialog
      title={playlistsTexts.whoSees}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            size="lg"
            flex="1.5"
            onClick={() => {
              onClose();
              if (chosen !== opened) onChange(chosen);
            }}
          >
            {playlistsTexts.save}
          </Button>
        </>
      }
    >
      <Box role="radiogroup" aria-label={playlistsTexts.whoSees}>
        {playlistVisibilities.map((choice) => (
          <styled.label key={choice} display="flex" alignItems="center" gap="14px" minHeight="60px" cursor="pointer">
            <styled.input
              type="radio"
              name="visibility"
              width="20px"
              height="20px"
              flex="none"
              accentColor="fg"
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
            />
            <Flex direction="column" color="fg">
              {playlistsTexts.visibility[choice]}
              <Box as="span" textStyle="meta" color="fg.muted">
                {playlistsTexts.whoSeesHelp[choice]}
              </Box>
            </Flex>
          </styled.label>
        ))}
      </Box>
    </Dialog>
  );
}
