import { Lock, Share2 } from 'lucide';
import { useState } from 'react';
import { useMe, useScope, useTrack } from '../../lib/live.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Box } from '../../ui/styled.tsx';
import { toast } from '../../ui/toast.ts';
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
  const press = () => {
    if (isLocked) toast({ id: 'share-locked', kind: 'info', title: shareTexts.locked });
    else setAsking(true);
  };
  const lock = isLocked ? { 'aria-disabled': true, 'aria-description': shareTexts.locked } : {};
  const title = isLocked ? shareTexts.locked : shareTexts.share;
  const sign = <Icon of={isLocked ? Lock : Share2} />;
  return (
    <>
      {look === 'icon' ? (
        <IconButton label={shareTexts.share} title={title} color="fg.muted" onClick={press} {...lock}>
          {sign}
        </IconButton>
      ) : (
        <Box>
          <Button
            look={isLocked ? 'plain' : 'outline'}
            width={{ base: '100%', lg: 'auto' }}
            onClick={press}
            {...(isLocked ? { boxShadow: 'inset 0 0 0 1px {colors.border}' } : {})}
            {...lock}
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
