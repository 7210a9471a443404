import { CloudOff, Play, SkipForward, Square } from 'lucide';
import { type Ref, useRef, useState } from 'react';
import {
  type PlayingAiring,
  skipAiring,
  startStation,
  type StationStop,
  stopStation,
} from '../../../sync/model/operator/radio.ts';
import { IconButton } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { durationInWords } from '../../platform/format.ts';
import { trackWords } from '../../platform/track-words.ts';
import { SongArt } from '../../playback/radio/song-art.tsx';
import type { OnAir } from '../../playback/radio/station-watch.ts';
import { operatorTexts } from './operator-texts.ts';
import { ReasonForm } from './reason-form.tsx';
import { RowPicture } from './row-parts.tsx';

const words = operatorTexts.radio;
const UNDO_MS = 10_000;
/** Value of `openFor` while the form that stops or starts the station is open. For the skip form, the value is the airing's id. */
const SWITCH = 'switch';

interface StationPanelProps {
  station: OnAir | null;
  /** Null if nothing plays that an operator can skip or stop. */
  playing: PlayingAiring | null;
  stopped: StationStop | null;
  /** Whether the station was started and does not play yet. */
  isStarting: boolean;
  isOffline: boolean;
  /** Called after a refused act, to read the state again. */
  onRefused: () => void;
  /** @param actId the stop that was undone */
  onStarted: (actId: string) => void;
}

/** Shows what plays or who stopped the station, with the buttons that skip, stop and start. */
export function StationPanel(props: StationPanelProps) {
  const { station, playing, stopped, isStarting, isOffline, onRefused, onStarted } = props;
  const [openFor, setOpenFor] = useState<string | null>(null);
  const skipButton = useRef<HTMLButtonElement>(null);
  // The same button stops and starts, so that it keeps the focus after either.
  const switchButton = useRef<HTMLButtonElement>(null);
  const { start, stop, isBusy } = useSwitch(onStarted);
  const song = station?.timeline.at(-1)?.song ?? null;
  const title = stopped ? words.stopped : isStarting ? words.starting : playing?.title || song?.title || '';
  // Close the open form when the station was stopped or started, also by another operator: the form is about the former state.
  const stopId = stopped?.act_id ?? null;
  const [seenStopId, setSeenStopId] = useState(stopId);
  if (seenStopId !== stopId) {
    setSeenStopId(stopId);
    setOpenFor(null);
  }
  if (title === '')
    return <Box color="fg.muted">{station === null || station.isSilent ? words.silent : words.offAir}</Box>;
  // The skip form closes when another airing begins.
  const isSkipOpen = playing !== null && openFor === playing.airing_id && !playing.is_skipped;
  const isSwitchOpen = openFor === SWITCH;
  const close = (button: typeof skipButton) => {
    setOpenFor(null);
    button.current?.focus();
  };
  const toggle = (key: string) => () => setOpenFor(openFor === key ? null : key);
  const send = async (reason: string): Promise<string | null> => {
    const { error, isDone } = await (stopped ? start(stopped.act_id, reason) : stop(reason));
    if (error !== null) onRefused();
    if (isDone) close(switchButton);
    return error;
  };
  return (
    <>
      <Flex align="center" gap="12px">
        {stopped && <Stopped stopped={stopped} />}
        {!stopped && isStarting && (
          <Box flex="1" textStyle="title">
            {title}
          </Box>
        )}
        {!stopped && !isStarting && <CurrentTrack station={station} playing={playing} title={title} />}
        {playing && (
          <Disc
            ref={skipButton}
            label={playing.is_skipped ? words.skipping : words.skipOf(title)}
            isOpen={isSkipOpen}
            isOffline={isOffline}
            why={playing.is_skipped ? words.skipping : null}
            onPress={toggle(playing.airing_id)}
            icon={SkipForward}
          />
        )}
        {(playing || stopped || isStarting) && (
          <Disc
            ref={switchButton}
            label={stopped ? words.start : isStarting ? words.starting : words.stop}
            isOpen={isSwitchOpen}
            isOffline={isOffline}
            why={isStarting && !stopped ? words.starting : null}
            onPress={toggle(SWITCH)}
            icon={stopped ? Play : Square}
            isFilled
          />
        )}
      </Flex>
      {!stopped && !isStarting && station?.next && (
        <Box textStyle="meta" color="fg.muted" mt="8px" overflowWrap="anywhere">
          {words.next(station.next.title, station.next.artist || trackWords.unknownArtist)}
        </Box>
      )}
      {isSkipOpen && (
        <SkipForm
          airingId={playing.airing_id}
          isOffline={isOffline}
          onRefused={onRefused}
          onClose={() => close(skipButton)}
        />
      )}
      {isSwitchOpen && (
        <ReasonForm
          label={words.reason}
          about={stopped ? words.startAbout : words.stopAbout}
          action={stopped ? words.start : words.stop}
          busy={isBusy ? (stopped ? words.starting : words.stopping) : null}
          isOffline={isOffline}
          onSend={send}
          onClose={() => close(switchButton)}
        />
      )}
    </>
  );
}

function CurrentTrack({ station, playing, title }: Pick<StationPanelProps, 'station' | 'playing'> & { title: string }) {
  const song = station?.timeline.at(-1)?.song ?? null;
  const artist = playing?.artist_name || song?.artist || trackWords.unknownArtist;
  const row = { subject: 'track' as const, person_name: artist, excerpt: title, avatar_url: null };
  return (
    <>
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
    </>
  );
}

function Stopped({ stopped }: { stopped: StationStop }) {
  const now = useNow(60_000);
  return (
    <Box flex="1" minWidth="0" overflowWrap="anywhere">
      <Box textStyle="title">{words.stopped}</Box>
      <Box textStyle="meta" color="fg.muted">
        {words.stoppedBy(stopped.by, durationInWords(now - Date.parse(stopped.at)), stopped.reason)}
      </Box>
    </Box>
  );
}

interface DiscProps {
  ref: Ref<HTMLButtonElement>;
  label: string;
  isOpen: boolean;
  isOffline: boolean;
  /** Why the button is unavailable; null if it is available. */
  why: string | null;
  onPress: () => void;
  icon: typeof Play;
  isFilled?: boolean;
}

function Disc({ ref, label, isOpen, isOffline, why, onPress, icon, isFilled = false }: DiscProps) {
  const reason = isOffline ? operatorTexts.offline.title : why;
  return (
    <IconButton
      ref={ref}
      label={label}
      flex="none"
      boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
      aria-expanded={isOpen}
      {...(reason === null ? { onClick: onPress } : disabledWithReason(reason))}
    >
      <Icon of={isOffline ? CloudOff : icon} filled={isFilled && !isOffline} />
    </IconButton>
  );
}

interface Sent {
  error: string | null;
  isDone: boolean;
}

/** The acts that stop and start the station. The toast of a stop has 'Undo'. */
function useSwitch(onStarted: (actId: string) => void) {
  const stopping = useRemoteAct(stopStation);
  const starting = useRemoteAct(startStation);

  async function start(actId: string, reason: string): Promise<Sent> {
    const outcome = await starting.run({ actId, reason });
    if (outcome.kind === 'refused') return { error: `${outcome.words.title}: ${outcome.words.text}`, isDone: false };
    if (outcome.kind !== 'done') return { error: null, isDone: false };
    onStarted(actId);
    toast({ kind: 'success', title: words.startDone });
    return { error: null, isDone: true };
  }
  async function undo(actId: string): Promise<void> {
    const { error } = await start(actId, words.undoReason);
    if (error !== null) toast({ kind: 'error', title: error });
  }
  async function stop(reason: string): Promise<Sent> {
    const outcome = await stopping.run({ reason });
    if (outcome.kind === 'refused') return { error: `${outcome.words.title}: ${outcome.words.text}`, isDone: false };
    if (outcome.kind !== 'done') return { error: null, isDone: false };
    const actId = outcome.value?.act_id;
    toast({
      kind: 'success',
      title: words.stopDone,
      ...(actId === undefined
        ? {}
        : { duration: UNDO_MS, action: { label: operatorTexts.undo, run: () => toastOnError(undo(actId)) } }),
    });
    return { error: null, isDone: true };
  }
  return { start, stop, isBusy: stopping.state.kind === 'busy' || starting.state.kind === 'busy' };
}

interface SkipFormProps extends Pick<StationPanelProps, 'isOffline' | 'onRefused'> {
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
