import { Globe, Link as LinkSign, Lock, Play, Shuffle } from 'lucide';
import type { ReactNode } from 'react';
import type { PlaylistEntryView, PlaylistVisibility } from '../../../../sync/client.ts';
import type { Listening } from '../../../components/track/listening.ts';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { PageTitle } from '../../../design/page.tsx';
import { Box, Flex } from '../../../design/styled.tsx';
import { useIsUnplayable } from '../../../engine/use-is-unplayable.ts';
import { shuffledTracks } from '../library-lists.ts';
import { ContinueLine } from './continue-line.tsx';
import type { ListedTrack } from './listed-tracks.ts';
import { countAndLength } from './playlist-words.ts';
import { playlistsTexts } from './playlists-texts.ts';

interface PlaylistHeadProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  /** The playlist's id. */
  list: string;
  title: string;
  visibility: PlaylistVisibility;
  /** Name of the owner, if it is somebody else's. */
  owner?: ReactNode;
  /** Includes tracks that are hidden, deleted, or not on this device. */
  count: number;
  entries: readonly PlaylistEntryView[];
  tracks: readonly ListedTrack[];
  /** The buttons for other actions. */
  children: ReactNode;
}

/** Style of the buttons with text: on phones they share the width that three round buttons leave. */
const wide = { flex: { base: '1', lg: 'none' }, px: { base: '12px', lg: '18px' } } as const;

const signs = { private: Lock, link: LinkSign, public: Globe } as const;

/** Name, count and length, with Play and Shuffle, which skip tracks that cannot play now. Fills a grid of two columns below lg. */
export function PlaylistHead({
  list,
  title,
  visibility,
  owner,
  count,
  entries,
  tracks,
  onPlay,
  nowPlaying,
  children,
}: PlaylistHeadProps) {
  const isUnplayable = useIsUnplayable();
  const playable = () => tracks.filter(({ id }) => !isUnplayable(id));
  const isEmpty = tracks.every(({ id }) => isUnplayable(id));
  return (
    <>
      <Box minWidth="0">
        <PageTitle
          textStyle="poster"
          fontSize={{ base: '27px', lg: '52px' }}
          lineClamp={{ base: '3', lg: '2' }}
          pb=".08em"
        >
          {title}
        </PageTitle>
        <Flex
          wrap="wrap"
          align="center"
          gap={{ base: '2px 10px', lg: '2px 20px' }}
          mt="8px"
          fontSize={{ base: '13px', lg: '15px' }}
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
        >
          {owner}
          <Flex align="center" gap="6px">
            <Icon of={signs[visibility]} size={14} />
            {playlistsTexts.visibility[visibility]}
          </Flex>
          <span>{countAndLength(count, tracks)}</span>
        </Flex>
      </Box>
      <Flex gridColumn="1 / -1" wrap="wrap" align="center" gap="8px" mt="16px">
        <Button {...wide} disabled={isEmpty} onClick={() => onPlay(playable(), 0, 'list')}>
          <Icon of={Play} size={18} filled />
          {playlistsTexts.play}
        </Button>
        <Button
          variant="outline"
          {...wide}
          disabled={isEmpty}
          onClick={() => onPlay(shuffledTracks(playable(), nowPlaying.trackId), 0)}
        >
          <Icon of={Shuffle} size={18} />
          {playlistsTexts.shuffle}
        </Button>
        <Flex gap="8px" ml={{ lg: 'auto' }}>
          {children}
        </Flex>
      </Flex>
      <Box gridColumn="1 / -1" minWidth="0">
        <ContinueLine list={list} entries={entries} tracks={tracks} onPlay={onPlay} nowPlaying={nowPlaying} />
      </Box>
    </>
  );
}
