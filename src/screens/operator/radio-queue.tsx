import { CloudOff } from 'lucide';
import { useRef, useState } from 'react';
import { putBackOnRadio, type QueuedTrack, takeOffRadio } from '../../../sync/model/operator/radio.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { trackWords } from '../../platform/track-words.ts';
import { operatorTexts } from './operator-texts.ts';
import { ReasonForm } from './reason-form.tsx';

const words = operatorTexts.radio;
const SHOWN = 5;
const UNDO_MS = 10_000;

interface RadioQueueProps {
  queue: readonly QueuedTrack[];
  isOffline: boolean;
  /** Called after a refused act, to read the queue again. */
  onRefused: () => void;
}

/** The sponsored tracks, each with a button that ends its sponsorship. */
export function RadioQueue({ queue, ...props }: RadioQueueProps) {
  const [isAll, setAll] = useState(false);
  const takeOff = useTakeOff();
  return (
    <Box mt="16px">
      <Box as="h3" textStyle="title" color="fg.muted" mb="4px">
        {words.queue} {queue.length.toLocaleString('en')}
      </Box>
      {queue.length === 0 && <Box textStyle="meta">{words.empty}</Box>}
      <styled.ul aria-label={words.queue} listStyleType="none">
        {(isAll ? queue : queue.slice(0, SHOWN)).map((track) => (
          <Row key={`${track.track_id} ${track.sponsored_at}`} {...props} track={track} takeOff={takeOff} />
        ))}
      </styled.ul>
      {queue.length > SHOWN && (
        <Button variant="plain" size="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? words.showFewer : words.showAll}
        </Button>
      )}
    </Box>
  );
}

interface TakeOff {
  isBusy: boolean;
  /** Resolves with an error to show, or null. */
  send(track: QueuedTrack, reason: string): Promise<string | null>;
}

/** Call this in the list, not in a row: a row disappears when its sponsorship ends, and could not show the toast. */
function useTakeOff(): TakeOff {
  const taking = useRemoteAct(takeOffRadio);
  const puttingBack = useRemoteAct(putBackOnRadio);

  async function putBack(actId: string): Promise<void> {
    const outcome = await puttingBack.run({ actId });
    if (outcome.kind === 'done') toast({ kind: 'success', title: words.putBack });
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
  }
  return {
    isBusy: taking.state.kind === 'busy',
    async send(track, reason) {
      const outcome = await taking.run({ track, reason });
      if (outcome.kind === 'refused') return `${outcome.words.title}: ${outcome.words.text}`;
      if (outcome.kind !== 'done') return null;
      if (outcome.value === null) return null;
      const { act_id: actId, refund } = outcome.value;
      toast({
        kind: 'success',
        title: words.takenOff(track.title),
        text: words.refunded(refund),
        duration: UNDO_MS,
        action: { label: operatorTexts.undo, run: () => toastOnError(putBack(actId)) },
      });
      return null;
    },
  };
}

interface RowProps extends Omit<RadioQueueProps, 'queue'> {
  track: QueuedTrack;
  takeOff: TakeOff;
}

function Row({ track, takeOff, isOffline, onRefused }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { title, artist_name: artist, by, paid, refund, has_played: hasPlayed } = track;
  const aboutUnrefunded = hasPlayed ? words.noRefundAbout : words.ownAbout;
  const aboutPaid = refund > 0 ? words.refundAbout(refund) : aboutUnrefunded;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  async function send(reason: string): Promise<string | null> {
    const error = await takeOff.send(track, reason);
    if (error !== null) onRefused();
    return error;
  }
  return (
    <Box as="li" py="8px" borderTop="1px solid" borderColor="border" _first={{ border: 'none' }}>
      <Flex align="center" gap="12px">
        <Box flex="1" minWidth="0" overflowWrap="anywhere">
          <Box textStyle="title" dir="auto">
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted">
            <bdi>{artist || trackWords.unknownArtist}</bdi>
          </Box>
          <Box textStyle="small" color="fg.subtle">
            {words.sponsored(by, paid, hasPlayed)}
          </Box>
        </Box>
        <Button
          ref={button}
          variant="outline"
          size="sm"
          aria-label={words.takeOffOf(title)}
          aria-expanded={isOpen}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : { onClick: () => setOpen(!isOpen) })}
        >
          {isOffline && <Icon of={CloudOff} size={16} />}
          {words.takeOff}
        </Button>
      </Flex>
      {isOpen && (
        <ReasonForm
          label={paid > 0 ? words.sponsorReason : words.reason}
          about={paid > 0 ? aboutPaid : words.unpaidAbout}
          action={words.takeOff}
          busy={takeOff.isBusy ? words.takingOff : null}
          isOffline={isOffline}
          onSend={send}
          onClose={close}
        />
      )}
    </Box>
  );
}
