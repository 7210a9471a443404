import { useMemo } from 'react';
import { classes } from '../../design/classes.ts';
import { useLivePart } from '../../engine/live.ts';
import { usePlayerApi, usePlayerSnapshot } from '../../playback/player/player-context.tsx';
import type { PlayerController } from '../../playback/player/player-controller.ts';
import { currentOf } from '../../playback/player/queue.ts';
import { currentLineStart, type LyricLine, parseLyrics } from './parse-lyrics.ts';
import { textsWords } from './texts-words.ts';

const style = classes({
  lines: {
    maxWidth: '640px',
    color: 'fg.muted',
    lineHeight: '1.6',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    overflowX: 'clip',
    // Each line takes the direction of its own text.
    unicodeBidi: 'plaintext',
    textAlign: 'start',
  },
  /** An empty line keeps its height. */
  line: { minHeight: '1.6em' },
  timed: {
    display: 'block',
    width: '100%',
    minHeight: '32px',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'field',
    // The bars over the page must not cover a focused line.
    scrollMarginTop: '100px',
    scrollMarginBottom: '164px',
    '@media (hover: hover)': { _hover: { color: 'fg' } },
  },
  current: { color: 'fg', fontWeight: '600' },
});

/** Lines with times follow the player while it has this track; a press on one seeks. */
export function Lyrics({ trackId, lyrics }: { trackId: string; lyrics: string }) {
  const lines = useMemo(() => parseLyrics(lyrics), [lyrics]);
  const { controller } = usePlayerApi();
  const snapshot = usePlayerSnapshot();
  const isCurrent = snapshot !== null && currentOf(snapshot.context.queue)?.id === trackId;
  if (controller && isCurrent) return <FollowedLines lines={lines} controller={controller} />;
  return (
    <div dir="auto" className={style('lines')}>
      {lines.map(({ text }, at) => (
        <div key={at} className={style('line')}>
          {text}
        </div>
      ))}
    </div>
  );
}

function FollowedLines({ lines, controller }: { lines: readonly LyricLine[]; controller: PlayerController }) {
  const start = useLivePart(controller.progress, ({ positionS }) => currentLineStart(lines, positionS * 1000));
  return (
    <div role="group" aria-label={textsWords.lyrics} dir="auto" className={style('lines')}>
      {lines.map(({ text, atMs }, at) =>
        atMs === null || text === '' ? (
          <div key={at} className={style('line')}>
            {text}
          </div>
        ) : (
          <button
            key={at}
            type="button"
            className={style('timed', atMs === start && 'current')}
            {...(atMs === start ? { 'aria-current': true } : {})}
            onClick={() => controller.send({ type: 'position.requested', seconds: atMs / 1000 })}
          >
            {text}
          </button>
        ),
      )}
    </div>
  );
}
