import { useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useRules } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { ConfirmSpend } from '../zaps/confirm-spend.tsx';
import { shareTexts } from './share-texts.ts';
import { useShare } from './use-share.ts';

export function ShareDialog({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const { share } = useShare();
  const { sharePrice } = useRules();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await share(track.id);
    onClose();
  };
  return (
    <ConfirmSpend
      title={shareTexts.title}
      verb={shareTexts.verb}
      price={sharePrice}
      isPriceNamed
      picture={<Cover src={track.coverSrc} coverSeed={track.id} px={64} eager />}
      name={track.title || trackWords.untitled}
      meta={track.artist_name || trackWords.unknownArtist}
      tooFew={() => shareTexts.tooFew(sharePrice)}
      busy={isBusy ? shareTexts.busy : null}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {shareTexts.text(sharePrice)}
    </ConfirmSpend>
  );
}
