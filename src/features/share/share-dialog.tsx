import { Box, Flex } from '@chakra-ui/react';
import { ArrowRight, Lock, Zap } from 'lucide-react';
import { useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { SHARE_PRICE } from '../../../sync/model/rules.ts';
import { useMe } from '../../lib/live.ts';
import { trackWords } from '../../lib/track-words.ts';
import { Cover } from '../../ui/art.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { canPay } from './share-rules.ts';
import { shareTexts } from './share-texts.ts';
import { useShare } from './use-share.ts';

/** Asks before ZAPs are spent on a share. */
export function ShareDialog({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const me = useMe();
  const { share } = useShare();
  const [isBusy, setBusy] = useState(false);
  const zaps = me?.zaps ?? 0;
  const isPayable = canPay(me);
  const confirm = async () => {
    setBusy(true);
    await share(track.id);
    onClose();
  };
  return (
    <Confirm
      title={shareTexts.title}
      verb={shareTexts.verb}
      look="zap"
      isReady={isPayable}
      busy={isBusy ? shareTexts.busy : null}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <Flex gap="14px" align="center" mb="16px" color="fg">
        <Box width="64px" flex="none">
          <Cover src={track.coverSrc} eager iconSize={22} />
        </Box>
        <Box minWidth="0">
          <Box textStyle="title" truncate>
            {track.title || trackWords.untitled}
          </Box>
          <Box textStyle="meta" color="fg.muted" truncate>
            {track.artist_name || trackWords.unknownArtist}
          </Box>
        </Box>
      </Flex>
      <Box fontSize="16px" lineHeight="1.45">
        {shareTexts.text}
      </Box>
      <Box mt="16px" pt="16px" borderTop="1px solid" borderColor="border" textStyle="meta">
        {isPayable ? (
          <Flex align="center" gap="8px" fontVariantNumeric="tabular-nums">
            <Box flex="1">{shareTexts.after}</Box>
            {zaps}
            <Icon of={ArrowRight} size={16} />
            <Flex align="center" gap="4px" color="zap.fg" fontWeight="700" fontSize="16px">
              <Icon of={Zap} size={16} filled />
              {zaps - SHARE_PRICE}
            </Flex>
          </Flex>
        ) : (
          <Flex gap="8px" color="fg.subtle">
            <Icon of={Lock} size={16} />
            {shareTexts.tooFew}
          </Flex>
        )}
      </Box>
    </Confirm>
  );
}
