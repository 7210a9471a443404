import { useState } from 'react';
import { durationInWords } from '../../platform/format.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useDeviceNow } from '../../engine/use-now.ts';
import { List } from '../../design/list-row.tsx';
import { Section } from '../../design/page.tsx';
import { Segment } from '../../design/segment.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import type { OnTheRadio, RadioLine } from '../../playback/radio/on-the-radio.ts';
import { radioPageTexts } from '../../playback/radio/radio-page-texts.ts';
import { SongArt } from '../../playback/radio/song-art.tsx';
import { useSongTrack } from '../../playback/radio/song-words.ts';

const lists = ['earlier', 'upNext'] as const;
type ListName = (typeof lists)[number];
const choices = lists.map((value) => ({ value, label: radioPageTexts[value] }));

export function RadioLines({ lines }: { lines: OnTheRadio | null }) {
  const [shown, setShown] = useState<ListName>('earlier');
  return (
    <>
      <Box hideFrom="lg">
        <Section
          title={radioPageTexts.list}
          aside={<Segment label={radioPageTexts.list} on="page" value={shown} choices={choices} onChange={setShown} />}
        >
          <Lines name={shown} lines={lines?.[shown] ?? []} />
        </Section>
      </Box>
      {lists.map((name) => (
        <Box key={name} hideBelow="lg" mt="-28px" minWidth="0">
          <Section title={radioPageTexts[name]}>
            <Lines name={name} lines={lines?.[name] ?? []} />
          </Section>
        </Box>
      ))}
    </>
  );
}

function Lines({ name, lines }: { name: ListName; lines: readonly RadioLine[] }) {
  const now = useDeviceNow(10_000);
  if (lines.length === 0)
    return (
      <Box textStyle="meta" color="fg.subtle" py="8px">
        {name === 'earlier' ? radioPageTexts.nothingEarlier : radioPageTexts.nothingNext}
      </Box>
    );
  return (
    <List aria-label={radioPageTexts[name]}>
      {lines.map(({ song, startsAt }) => (
        <Flex as="li" key={`${song.title} ${startsAt}`} align="center" gap="14px" height={{ base: '56px', lg: '64px' }}>
          <Box width={{ base: '44px', lg: '48px' }} flex="none">
            <SongArt song={song} />
          </Box>
          <Box flex="1" minWidth="0">
            <Box textStyle="title" truncate>
              <SongTitle song={song} />
            </Box>
            <Box textStyle="meta" color="fg.muted" truncate>
              {song.artist || trackWords.unknownArtist}
            </Box>
          </Box>
          {startsAt !== null && (
            <Box textStyle="meta" color="fg.subtle" flex="none" fontVariantNumeric="tabular-nums">
              {name === 'earlier'
                ? radioPageTexts.ago(durationInWords(now - startsAt))
                : radioPageTexts.in(durationInWords(startsAt - now))}
            </Box>
          )}
        </Flex>
      ))}
    </List>
  );
}

function SongTitle({ song }: Pick<RadioLine, 'song'>) {
  const track = useSongTrack(song);
  const title = song.title || trackWords.untitled;
  return track ? <TrackLink trackId={track.id}>{title}</TrackLink> : title;
}
