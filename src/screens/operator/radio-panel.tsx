import { CloudOff, SkipForward } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { operatorRadio, type PlayingAiring, skipAiring } from '../../../sync/model/operator/radio.ts';
import { IconButton } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useLive } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useRadioApi } from '../../playback/radio/radio-context.tsx';
import { SongArt } from '../../playback/radio/song-art.tsx';
import type { OnAir } from '../../playback/radio/station-watch.ts';
import { operatorTexts } from './operator-texts.ts';
import { RadioQueue } from './radio-queue.tsx';
import { ReasonForm } from './reason-form.tsx';
import { RowPicture } from './row-parts.tsx';

const words = operatorTexts.radio;
const SKIP_CHECK_MS = 2_000;
const noStation = { get: (): OnAir | null => null, subscribe: () => () => undefined };

/** What the station plays and plays next, with its queue of sponsored tracks. */
export function RadioPanel({ isOffline }: { isOffline: boolean }) {
  const { controller } = useRadioApi();
  useEffect(() => controller?.watch(), [controller]);
  const station = useLive<OnAir | null>(controller?.onAir ?? noStation);
  const sent = station?.timeline.at(-1) ?? null;
  const read = useOperatorRadio(sent?.startsAt ?? null);
  const isSilent = station === null || station.isSilent || sent === null;
  return (
    <Section title={words.title} aside={!isSilent && <OnAirMark />}>
      {read.kind === 'loading' && <Skeleton height="120px" borderRadius="panel" />}
      {read.kind === 'failed' && <FailedState title={words.queueFailed} isBusy={read.isAsking} onRetry={read.retry} />}
      {read.kind === 'here' && (
        <>
          <PlayingTrack station={station} playing={read.value.playing} isOffline={isOffline} onRefused={read.retry} />
          <RadioQueue queue={read.value.queue} isOffline={isOffline} onRefused={read.retry} />
        </>
      )}
    </Section>
  );
}

/** Reads again when the station begins another track, and until the station has skipped one. */
function useOperatorRadio(startsAt: number | null) {
  const shown = useRemote(operatorRadio);
  const isSkipped = shown.kind === 'here' && shown.value.playing?.is_skipped === true;
  const now = useNow(SKIP_CHECK_MS);
  return useRemote(operatorRadio, isSkipped ? `skipped ${now}` : `${startsAt}`);
}

function OnAirMark() {
  return (
    <Flex align="center" gap="7px" color="air.fg" textStyle="label">
      <Box width="8px" height="8px" borderRadius="full" bg="air.solid" aria-hidden />
      {words.onAir}
    </Flex>
  );
}

interface PlayingTrackProps {
  station: OnAir | null;
  playing: PlayingAiring | null;
  isOffline: boolean;
  onRefused: () => void;
}

function PlayingTrack({ station, playing, isOffline, onRefused }: PlayingTrackProps) {
  const [openFor, setOpenFor] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const song = station?.timeline.at(-1)?.song ?? null;
  const title = playing?.title || song?.title || '';
  const artist = playing?.artist_name || song?.artist || trackWords.unknownArtist;
  if (title === '')
    return <Box color="fg.muted">{station === null || station.isSilent ? words.silent : words.offAir}</Box>;
  // The form is for one airing: it closes when the next one begins.
  const isOpen = playing !== null && openFor === playing.airing_id && !playing.is_skipped;
  const close = () => {
    setOpenFor(null);
    button.current?.focus();
  };
  const row = { subject: 'track' as const, person_name: artist, excerpt: title, avatar_url: null };
  return (
    <>
      <Flex align="center" gap="12px">
        <Box width="52px" flex="none">
          {playing ? (
            <RowPicture row={{ ...row, subject_id: playing.track_id, cover_url: playing.cover_url }} />
          ) : (
            <SongArt song={song} px={52} />
          )}
        </Box>
        <Box flex="1" minWidth="0">
          <Box textStyle="title" dir="auto" overflowWrap="anywhere">
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted" overflowWrap="anywhere">
            {station === null ? artist : words.listening(artist, station.listeners)}
          </Box>
        </Box>
        {playing && (
          <IconButton
            ref={button}
            label={playing.is_skipped ? words.skipping : words.skipOf(title)}
            boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
            aria-expanded={isOpen}
            {...(isOffline
              ? disabledWithReason(operatorTexts.offline.title)
              : playing.is_skipped
                ? disabledWithReason(words.skipping)
                : { onClick: () => setOpenFor(isOpen ? null : playing.airing_id) })}
          >
            <Icon of={isOffline ? CloudOff : SkipForward} />
          </IconButton>
        )}
      </Flex>
      {station?.next && (
        <Box textStyle="meta" color="fg.muted" mt="8px" overflowWrap="anywhere">
          {words.next(station.next.title, station.next.artist || trackWords.unknownArtist)}
        </Box>
      )}
      {playing && isOpen && (
        <SkipForm airingId={playing.airing_id} isOffline={isOffline} onRefused={onRefused} onClose={close} />
      )}
    </>
  );
}

interface SkipFormProps extends Pick<PlayingTrackProps, 'isOffline' | 'onRefused'> {
  airingId: string;
  onClose: () => void;
}

function SkipForm({ airingId, isOffline, onRefused, onClose }: SkipFormProps) {
  const { state, run } = useRemoteAct(skipAiring);

  async function skip(reason: string): Promise<string | null> {
    const outcome = await run({ airingId, reason });
    if (outcome.kind === 'refused') {
      onRefused();
      return `${outcome.words.title}: ${outcome.words.text}`;
    }
    if (outcome.kind === 'done') {
      onClose();
      toast({ kind: 'success', title: words.skipped });
    }
    return null;
  }
  return (
    <ReasonForm
      label={words.reason}
      about={words.skipAbout}
      action={words.skip}
      busy={state.kind === 'busy' ? words.skipping : null}
      isOffline={isOffline}
      onSend={skip}
      onClose={onClose}
    />
  );
}
