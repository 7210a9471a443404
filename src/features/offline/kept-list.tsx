import { Box, Flex } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { KeptState, TrackView } from '../../../sync/client.ts';
import { bytes, span } from '../../lib/format.ts';
import { useLive, useSync } from '../../lib/live.ts';
import { plural, texts } from '../../lib/texts.ts';
import { useRead } from '../../lib/use-read.ts';
import { Cover } from '../../ui/art.tsx';
import { Button, IconButton } from '../../ui/button.tsx';

type Kept = Extract<KeptState, { kind: 'kept' }> & { trackId: string };

/** Every track that rests on this device, with why, since when and how large; each can go. */
export function KeptList({ now }: { now: number }) {
  const sync = useSync();
  const states = useLive(sync.kept.states);
  const kept = [...states]
    .flatMap(([trackId, state]): Kept[] => (state.kind === 'kept' ? [{ ...state, trackId }] : []))
    .sort((a, b) => b.usedAt - a.usedAt);
  const tracks = useTracks(kept.map((one) => one.trackId));
  const played = kept.filter((one) => !one.asked);
  const total = kept.reduce((sum, one) => sum + one.bytes, 0);
  if (kept.length === 0) return <Box color="fg.muted">{texts.device.nothingKept}</Box>;
  return (
    <>
      <Flex align="center" gap="8px 16px" wrap="wrap" mb="8px">
        <Box color="fg.muted" flex="1" fontVariantNumeric="tabular-nums">
          {kept.length} {plural(kept.length, 'track')}, {bytes(total)}
        </Box>
        {played.length > 0 && (
          <Button
            look="quiet"
            size="sm"
            onClick={() => void Promise.all(played.map((one) => sync.kept.remove(one.trackId)))}
          >
            {texts.device.removePlayed(played.length)}
          </Button>
        )}
      </Flex>
      <Box as="ul" listStyleType="none">
        {kept.map((one) => (
          <KeptRow key={one.trackId} kept={one} track={tracks.get(one.trackId) ?? null} now={now} />
        ))}
      </Box>
    </>
  );
}

function KeptRow({ kept, track, now }: { kept: Kept; track: TrackView | null; now: number }) {
  const sync = useSync();
  const title = track?.title || texts.player.untitled;
  return (
    <Flex
      as="li"
      align="center"
      gap="14px"
      py="8px"
      borderTop="1px solid"
      borderColor="border"
      _first={{ borderTop: 'none' }}
    >
      <Box width="48px" flex="none">
        <Cover src={track?.coverSrc ?? null} iconSize={20} />
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="title" truncate>
          {title}
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          {track?.artist_name || texts.player.unknownArtist}
        </Box>
        <Box textStyle="small" color="fg.subtle" fontVariantNumeric="tabular-nums">
          {kept.asked ? texts.device.asked(span(now - kept.usedAt)) : texts.device.played(span(now - kept.usedAt))},{' '}
          {bytes(kept.bytes)}
        </Box>
      </Box>
      <IconButton label={`Remove ${title} from this device`} onClick={() => void sync.kept.remove(kept.trackId)}>
        <Trash2 size={19} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Flex>
  );
}

/** The tracks of these ids, which may rest outside of what is in memory. */
function useTracks(ids: readonly string[]): ReadonlyMap<string, TrackView> {
  const sync = useSync();
  const read = useCallback((key: string) => sync.tracksById(key === '' ? [] : key.split(',')), [sync]);
  const found = useRead(read, ids.join());
  return useMemo(() => new Map(found?.map((track) => [track.id, track])), [found]);
}
