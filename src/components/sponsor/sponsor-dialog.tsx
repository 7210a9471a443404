import type { TrackView } from '../../../sync/client.ts';
import { sponsor } from '../../../sync/model/remote-acts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useRules } from '../../engine/live.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { Cover } from '../../design/art.tsx';
import { ConfirmSpend } from '../zaps/confirm-spend.tsx';
import { toast } from '../../engine/toast.ts';
import { sponsorTexts } from './sponsor-texts.ts';

export function SponsorDialog({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const { state, run } = useRemoteAct(sponsor);
  const { sponsorPrice, sponsorshipDays } = useRules();
  const confirm = async () => {
    const outcome = await run({ trackId: track.id });
    // Close also after a refusal or a lost answer: the dialog shows a balance that may be outdated, and must not be confirmed again with it.
    onClose();
    if (outcome.kind === 'done') toast({ kind: 'success', title: sponsorTexts.done });
    else if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
  };
  return (
    <ConfirmSpend
      title={sponsorTexts.title}
      verb={sponsorTexts.verb(sponsorPrice)}
      price={sponsorPrice}
      picture={<Cover src={track.coverSrc} coverSeed={track.id} px={64} eager />}
      name={track.title || trackWords.untitled}
      meta={track.artist_name || trackWords.unknownArtist}
      tooFew={(zaps) => sponsorTexts.tooFew(sponsorPrice, zaps)}
      onlineOnly={sponsorTexts.notKept}
      busy={state.kind === 'busy' ? sponsorTexts.busy : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {sponsorTexts.text(sponsorshipDays)}
    </ConfirmSpend>
  );
}
