import { StepForward } from 'lucide';
import { useState } from 'react';
import type { PlaylistEntryView } from '../../../../sync/client.ts';
import type { Listening } from '../../../components/track/listening.ts';
import { continuation, type ListPlace, usePlaces } from '../../../components/track/playlist/list-places.ts';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { focusHeading } from '../../../design/focus-heading.ts';
import { Box, styled } from '../../../design/styled.tsx';
import { useScope } from '../../../engine/live.ts';
import { useIsUnplayable } from '../../../engine/use-is-unplayable.ts';
import { minutesAndSeconds } from '../../../platform/format.ts';
import { trackWords } from '../../../platform/track-words.ts';
import type { ListedTrack } from './listed-tracks.ts';
import { playlistsTexts } from './playlists-texts.ts';

interface ContinueLineProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  /** The playlist's id. */
  list: string;
  entries: readonly PlaylistEntryView[];
  tracks: readonly ListedTrack[];
}

/** Keeps the offer's height, so that the rows do not move under a finger when the offer appears or disappears. */
export function ContinueLine(props: ContinueLineProps) {
  const place = usePlaces(useScope()).get(props.list);
  // A list that is now played for the first time gets the line at the next visit.
  const [hasRoom] = useState(place !== undefined && place.entry !== '');
  return hasRoom && <Box minHeight="40px">{place && <Offer place={place} {...props} />}</Box>;
}

/** Plays the playlist from where this device left it. Renders nothing while the playlist plays, or if no track is left. */
function Offer({ place, list, entries, tracks, onPlay, nowPlaying }: ContinueLineProps & { place: ListPlace }) {
  const isUnplayable = useIsUnplayable();
  const left = entries.find(({ id }) => id === place.entry);
  const isOnItsWay = left?.track === null && !left.isAbsent;
  if (isOnItsWay || (nowPlaying.isPlaying && nowPlaying.from?.list === list)) return null;
  const playable = tracks.filter(({ id }) => !isUnplayable(id));
  const indexes = new Map(playable.map(({ from }, index) => [from.entry, index]));
  const next = continuation(entries, place, ({ id }) => indexes.has(id));
  const index = next && indexes.get(next.entry.id);
  const track = playable[index ?? -1];
  if (!next || index == null || !track) return null;
  const title = track.title || trackWords.untitled;
  const at = Math.floor(next.startS);
  return (
    <Button
      variant="plain"
      size="sm"
      justifyContent="flex-start"
      maxWidth="100%"
      mt="4px"
      px="0"
      onClick={() => {
        // The pressed button disappears.
        focusHeading();
        onPlay(playable, index, { startS: next.startS });
      }}
    >
      <Icon of={StepForward} size={18} />
      {playlistsTexts.continue}
      <styled.span dir="auto" minWidth="0" truncate color="fg.muted" fontVariantNumeric="tabular-nums">
        {at > 0 ? `${title}, ${minutesAndSeconds(at)}` : title}
      </styled.span>
    </Button>
  );
}
