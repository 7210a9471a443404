import { Plus } from 'lucide';
import type { OwnReleaseView, ReleasesApi } from '../../../../sync/client.ts';
import { useTracksOf } from '../../../components/release/use-releases.ts';
import { Cover } from '../../../design/art.tsx';
import { Button, IconButton } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { List } from '../../../design/list-row.tsx';
import { TruncatedText } from '../../../design/truncated-text.tsx';
import { Box, Flex } from '../../../design/styled.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { trackWords } from '../../../platform/track-words.ts';
import { ownerTexts } from './owner-texts.ts';

interface AddTracksProps {
  release: OwnReleaseView;
  api: ReleasesApi;
  onClose: () => void;
}

/** Moves own tracks, also those of other releases, to the end of this one. */
export function AddTracks({ release: { id, userId, places }, api, onClose }: AddTracksProps) {
  const inRelease = new Set(places.map((place) => place.id));
  // The server ignores tracks that it does not have yet.
  const others = [...useTracksOf(userId).values()].filter(({ id, rev }) => rev > 0 && !inRelease.has(id));
  const add = (trackId: string) => toastOnError(api.arrange(id, [...inRelease, trackId]));
  return (
    <Dialog
      title={ownerTexts.add}
      onClose={onClose}
      actions={
        <Button size="lg" flex="1" onClick={onClose}>
          {ownerTexts.done}
        </Button>
      }
    >
      {others.length === 0 ? (
        ownerTexts.noMore
      ) : (
        <List aria-label={ownerTexts.add}>
          {others.map((track) => {
            const title = track.title || trackWords.untitled;
            return (
              <Flex as="li" key={track.id} align="center" gap="14px" minHeight="60px">
                <Box width="48px" flex="none">
                  <Cover src={track.coverSrc} coverSeed={track.id} px={48} />
                </Box>
                <Box flex="1" minWidth="0" color="fg">
                  <TruncatedText>{title}</TruncatedText>
                </Box>
                <IconButton label={ownerTexts.addTrack(title)} mr="-12px" onClick={() => add(track.id)}>
                  <Icon of={Plus} />
                </IconButton>
              </Flex>
            );
          })}
        </List>
      )}
    </Dialog>
  );
}
