import { Lock, Share2 } from 'lucide';
import { useState } from 'react';
import { useMe, useRules, useScope, useTrack } from '../../engine/live.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box } from '../../design/styled.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { lockText } from '../vote/lock-text.ts';
import { ShareDialog } from './share-dialog.tsx';
import { sharingOf } from './share-rules.ts';
import { shareTexts } from './share-texts.ts';

export function ShareButton({ trackId, variant = 'icon' }: { trackId: string; variant?: 'icon' | 'wide' }) {
  const { userId } = useScope();
  const me = useMe();
  const rules = useRules();
  const track = useTrack(trackId);
  const [isConfirming, setConfirming] = useState(false);
  const sharing = track ? sharingOf(track, me, userId, rules) : 'hidden';
  // Keep the confirmation open: the optimistic share hides the button before the confirmation closes itself.
  if (!track || ((sharing === 'hidden' || sharing === 'shared') && !isConfirming)) return null;
  const isLocked = sharing === 'locked';
  const label = shareTexts.share(rules.sharePrice);
  const lockReason = lockText(rules.unlockLevels.share);
  const press = isLocked ? disabledWithReason(lockReason) : { title: label, onClick: () => setConfirming(true) };
  const icon = <Icon of={isLocked ? Lock : Share2} />;
  return (
    <>
      {variant === 'icon' ? (
        <IconButton label={label} color="fg.muted" {...press}>
          {icon}
        </IconButton>
      ) : (
        <Box>
          <Button
            variant={isLocked ? 'plain' : 'outline'}
            width={{ base: '100%', lg: 'auto' }}
            {...press}
            {...(isLocked ? { boxShadow: 'inset 0 0 0 1px {colors.border}' } : {})}
          >
            {icon}
            {label}
          </Button>
          {isLocked && (
            <Box textStyle="meta" color="fg.subtle" mt="6px">
              {lockReason}
            </Box>
          )}
        </Box>
      )}
      {isConfirming && <ShareDialog track={track} onClose={() => setConfirming(false)} />}
    </>
  );
}
