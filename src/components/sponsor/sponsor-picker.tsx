import { RadioTower } from 'lucide';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useRules, useScope } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Marked } from '../../design/marked.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { useBeyond } from '../beyond/use-beyond.ts';
import { lockText } from '../vote/lock-text.ts';
import { SponsorDialog } from './sponsor-dialog.tsx';
import { sponsorTexts } from './sponsor-texts.ts';

/** Largest number of tracks in the list. */
const MAX_SHOWN = 50;
/** The picker searches on the server once the typed text has not changed for this long. */
const TYPING_MS = 250;

/** @param isLocked may become true while the picker is open, once the person's level is known */
export function SponsorPicker({ isLocked, onClose }: { isLocked: boolean; onClose: () => void }) {
  const scope = useScope();
  const { unlockLevels } = useRules();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<TrackView | null>(null);
  const deferredSearch = useDeferredValue(search);
  const result = useLive(
    useMemo(() => scope.explore({ search: deferredSearch, genre: null }), [scope, deferredSearch]),
  );
  const { phase, request } = useBeyond(result.beyond, scope.exploreMore);
  const requestOnce = useEffectEvent(request);
  const isDue = phase === 'due' && deferredSearch.trim() !== '';
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => requestOnce({ search: deferredSearch, genre: null }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isDue, deferredSearch]);
  const openTracks = useMemo(() => {
    const { tracks, beyond } = result;
    return [...tracks, ...(beyond.found?.tracks ?? [])].filter((track) => track.radio_opt_in);
  }, [result]);
  const isLooking = result.match === 'looking' || isDue || phase === 'loading';
  if (isLocked)
    return (
      <Sheet title={sponsorTexts.pick.title} asks="plain" onClose={onClose}>
        <Box p={{ base: '0 20px 28px', lg: '0 28px 28px' }} color="fg.muted" role="status">
          {lockText(unlockLevels.sponsor)}
        </Box>
      </Sheet>
    );
  if (chosen) return <SponsorDialog track={chosen} onClose={onClose} />;
  return (
    <Sheet wide title={sponsorTexts.pick.title} asks="plain" onClose={onClose}>
      <Box p={{ base: '0 20px 12px', lg: '0 28px 16px' }}>
        <SearchField label={sponsorTexts.pick.search} value={search} onChange={setSearch} />
      </Box>
      <Box
        overflowY="auto"
        overscrollBehavior="contain"
        minHeight={{ base: '50dvh', lg: '40dvh' }}
        p={{ base: '0 12px 20px', lg: '0 20px 24px' }}
        role="status"
      >
        {openTracks.length === 0 && !isLooking && (
          <Box p="12px 8px" color="fg.muted">
            {sponsorTexts.pick.none}
          </Box>
        )}
        <List aria-label={sponsorTexts.pick.title}>
          {openTracks.slice(0, MAX_SHOWN).map((track) => (
            <li key={track.id}>
              <Row track={track} marks={result.highlights} onChoose={() => setChosen(track)} />
            </li>
          ))}
        </List>
        {openTracks.length > MAX_SHOWN && (
          <Box p="12px 8px" textStyle="meta" color="fg.subtle">
            {sponsorTexts.pick.more}
          </Box>
        )}
      </Box>
    </Sheet>
  );
}

function Row({ track, marks, onChoose }: { track: TrackView; marks: readonly string[]; onChoose: () => void }) {
  const title = track.title || trackWords.untitled;
  return (
    <styled.button
      type="button"
      aria-label={sponsorTexts.pick.of(title)}
      onClick={onChoose}
      display="flex"
      alignItems="center"
      gap="14px"
      width="100%"
      minHeight="64px"
      px="8px"
      borderRadius="12px"
      textAlign="left"
      cursor="pointer"
      _focusVisible={{ outlineOffset: '-2px' }}
      css={{ '@media (hover: hover)': { '&:hover': { bg: 'bg.muted' } } }}
    >
      <Box width="48px" flex="none">
        <Cover src={track.coverSrc} coverSeed={track.id} px={48} />
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="title" truncate>
          <Marked text={title} marks={marks} />
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          <Marked text={track.artist_name || trackWords.unknownArtist} marks={marks} />
        </Box>
      </Box>
      <Flex color="fg.muted">
        <Icon of={RadioTower} size={18} />
      </Flex>
    </styled.button>
  );
}
