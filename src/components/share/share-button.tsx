import { Lock, Share2 } from 'lucide';
import { useState } from 'react';
import { useMe, useScope, useTrack } from '../../engine/live.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box } from '../../design/styled.tsx';
import { inert } from '../../design/inert.ts';
import { ShareDialog } from './share-dialog.tsx';
import { sharingOf } from './share-rules.ts';
import { shareTexts } from './share-texts.ts';

/** Shares a track after a question; not there for who may not share it or has shared it. `wide` says what it does. */
export function ShareButton({ trackId, look = 'icon' }: { trackId: string; look?: 'icon' | 'wide' }) {
  const { userId } = useScope();
  const me = useMe();
  const track = useTrack(trackId);
  const [isAsking, setAsking] = useState(false);
  const sharing = track ? sharingOf(track, me, userId) : 'hidden';
  // The question stays until it is answered, though the share it asks for is shown at once.
  if (!track || ((sharing === 'hidden' || sharing === 'shared') && !isAsking)) return null;
  const isLocked = sharing === 'locked';
  const press = isLocked ? inert(shareTexts.locked) : { title: shareTexts.share, onClick: () => setAsking(true) };
  const sign = <Icon of={isLocked ? Lock : Share2} />;
  return (
    <>
      {look === 'icon' ? (
        <IconButton label={shareTexts.share} color="fg.muted" {...press}>
          {sign}
        </IconButton>
      ) : (
        <Box>
          <Button
            look={isLocked ? 'plain' : 'outline'}
            width={{ base: '100%', lg: 'auto' }}
            {...press}
            {...(isLocked ? { boxShadow: 'inset 0 0 0 1px {colors.border}' } : {})}
          >
            {sign}
            {shareTexts.share}
          </Button>
          {isLocked && (
            <Box textStyle="meta" color="fg.subtle" mt="6px">
              {shareTexts.locked}
            </Box>
          )}
        </Box>
      )}
      {isAsking && <ShareDialog track={track} onClose={() => setAsking(false)} />}
    </>
  );
}
