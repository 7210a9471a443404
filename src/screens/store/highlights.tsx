import { useMemo } from 'react';
import { momentOf } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Box } from '../../design/styled.tsx';
import { storeTexts } from './store-texts.ts';

export function Highlights({ now }: { now: number }) {
  const scope = useScope();
  const tracks = useLive(useMemo(() => scope.tracksOf(scope.userId ?? ''), [scope]));
  return tracks.map(({ id, title, highlighted_until: until }) =>
    until !== null && Date.parse(until) > now ? (
      <Box key={id} textStyle="meta" mt="4px" overflowWrap="anywhere" overflowX="clip">
        {storeTexts.standsOut(title || trackWords.untitled, momentOf(until))}
      </Box>
    ) : null,
  );
}
