import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowDownToLine, Check, ListEnd, ListStart, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { bytes } from '../../lib/format.ts';
import { useLive, useSync } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Cover } from '../../ui/art.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { usePlayerDoor } from './player-context.tsx';

/** What can be done with a track beside playing it: queue it, play its artist, keep it on the device. */
export function TrackActions({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const { add, playArtist } = usePlayerDoor();
  const sync = useSync();
  const kept = useLive(sync.kept.states).get(track.id);
  const isKept = kept?.kind === 'kept' && kept.asked;
  const title = track.title || texts.player.untitled;
  const artist = track.artist_name || texts.player.unknownArtist;
  const after = (run: () => void) => () => {
    run();
    onClose();
  };
  return (
    <Sheet open title={title} onClose={onClose}>
      <Flex gap="14px" align="center" p="14px 20px 10px">
        <Box width="56px" flex="none">
          <Cover src={track.coverSrc} iconSize={22} />
        </Box>
        <Box minWidth="0">
          <Box textStyle="title" truncate>
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted" truncate>
            {artist}
          </Box>
        </Box>
      </Flex>
      <Box p="0 8px 16px">
        <Row icon={<ListStart size={20} aria-hidden />} onPress={after(() => add(track, 'next'))}>
          {texts.player.playNext}
        </Row>
        <Row icon={<ListEnd size={20} aria-hidden />} onPress={after(() => add(track, 'end'))}>
          {texts.player.addToQueue}
        </Row>
        <Row icon={<UserRound size={20} aria-hidden />} onPress={after(() => playArtist(track.user_id, track.id))}>
          {texts.player.playArtist(artist)}
        </Row>
        <Row
          icon={isKept ? <Check size={20} aria-hidden /> : <ArrowDownToLine size={20} aria-hidden />}
          onPress={after(() => void (isKept ? sync.kept.remove(track.id) : sync.kept.keep(track.id)))}
          note={bytes(kept?.kind === 'kept' ? kept.bytes : track.audio_bytes)}
        >
          {isKept ? texts.player.kept : texts.player.keep}
        </Row>
        <Row
          icon={<ArrowDownToLine size={20} aria-hidden />}
          onPress={after(() => {
            const tracks = sync.tracksOf(track.user_id).get();
            void sync.kept.keepAll(tracks.filter((each) => each.is_public).map((each) => each.id));
          })}
        >
          {texts.player.keepArtist(artist)}
        </Row>
      </Box>
    </Sheet>
  );
}

function Row({
  icon,
  note,
  onPress,
  children,
}: {
  icon: ReactNode;
  note?: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <chakra.button
      type="button"
      onClick={onPress}
      display="flex"
      alignItems="center"
      gap="14px"
      width="100%"
      minHeight="52px"
      px="12px"
      borderRadius="12px"
      textAlign="left"
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
      _focusVisible={{ outline: '2px solid', outlineOffset: '-2px' }}
    >
      <Box color="fg.muted" flex="none">
        {icon}
      </Box>
      <Box flex="1" minWidth="0" truncate>
        {children}
      </Box>
      {note && (
        <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {note}
        </Box>
      )}
    </chakra.button>
  );
}
