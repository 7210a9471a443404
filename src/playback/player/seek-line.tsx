import { useId, useMemo, useRef, useState } from 'react';
import { minutesAndSeconds } from '../../platform/format.ts';
import { useLive } from '../../engine/live.ts';
import { currentLine, hashText } from '../../design/current-line.ts';
import { Box, styled } from '../../design/styled.tsx';
import { playThresholdMs } from '../../../sync/model/rules.ts';
import { useProgress } from './player-context.tsx';
import type { PlayerController } from './player-controller.ts';
import { type PlayerSnapshot, stateOf } from './player-state.ts';

type LineState = 'moving' | 'still' | 'loading';

export function lineState(snapshot: PlayerSnapshot): LineState {
  const state = stateOf(snapshot);
  if (state === 'loading' || state === 'waiting' || state === 'stalled') return 'loading';
  return state === 'playing' ? 'moving' : 'still';
}

interface SeekLineProps {
  controller: PlayerController;
  trackId: string;
  state: LineState;
  /** Drawn size in px; the width stretches to the container. */
  width: number;
  height: number;
  /** Radius of the thumb in px. */
  head: number;
  /** Whether to draw a tick where a play can count: at 30 s, or 95 % of a shorter track. */
  showsTick?: boolean;
}

/** A drawn wave under a slider that shows only its thumb. */
export function SeekLine({ controller, trackId, state, width, height, head, showsTick = false }: SeekLineProps) {
  const { positionS, durationS } = useProgress(controller);
  const [dragged, setDragged] = useState<number | null>(null);
  const press = useRef<'none' | 'held' | 'ending'>('none');
  const loudness = useLive(controller.loudness);
  const d = useMemo(
    () => currentLine(hashText(trackId), width, height, 3.1, 0, loudness),
    [trackId, width, height, loudness],
  );
  const clipId = useId();
  const percent = dragged ?? (durationS > 0 ? Math.min(100, (positionS / durationS) * 100) : 0);
  const shownS = dragged === null ? positionS : (dragged / 100) * durationS;
  const commit = (value: number) => controller.send({ type: 'position.requested', seconds: (value / 100) * durationS });
  const tick = durationS > 0 ? (playThresholdMs(durationS * 1000) / (durationS * 1000)) * 100 : null;
  const scaleY = state === 'moving' ? 1 : 0.22;

  return (
    <Box
      position="relative"
      height={`${height}px`}
      width="100%"
      data-part="seek-line"
      data-loudness={loudness ? 'heard' : 'drawn'}
    >
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
        strokeLinejoin="round"
        aria-hidden="true"
        overflow="visible"
      >
        <clipPath id={`${clipId}p`}>
          <rect x="0" y={-height} width={(percent / 100) * width} height={height * 3} />
        </clipPath>
        <clipPath id={`${clipId}r`}>
          <rect x={(percent / 100) * width} y={-height} width={width} height={height * 3} />
        </clipPath>
        <styled.g
          css={{
            transformOrigin: 'center',
            transform: `scaleY(${scaleY})`,
            transition: 'transform 220ms cubic-bezier(.2,.8,.2,1)',
          }}
        >
          <path d={d} strokeWidth="2" vectorEffect="non-scaling-stroke" clipPath={`url(#${clipId}p)`} />
          <styled.path
            d={d}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            clipPath={`url(#${clipId}r)`}
            opacity={{ base: 0.4, _light: 0.5 }}
            {...(state === 'loading' ? { strokeDasharray: '18 6', animation: 'travel 700ms linear infinite' } : {})}
          />
        </styled.g>
      </svg>
      {showsTick && tick !== null && (
        <Box
          aria-hidden
          data-drawn="sign"
          position="absolute"
          top="-2px"
          bottom="-2px"
          width="1.5px"
          bg="zap.fg"
          left={`${tick}%`}
          pointerEvents="none"
        />
      )}
      <styled.input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${minutesAndSeconds(shownS)} of ${minutesAndSeconds(durationS)}`}
        min={0}
        max={100}
        step={0.1}
        value={percent}
        disabled={durationS <= 0}
        onPointerDown={({ button }) => {
          press.current = button === 0 ? 'held' : 'none';
        }}
        onChange={({ currentTarget, nativeEvent }) => {
          // A native `change` only repeats the last `input`. If playback has moved the value during a press, Firefox fires one more `input`
          // after the release.
          if (nativeEvent.type === 'change' || press.current === 'ending') return;
          // Assistive technology changes the value without a pointer. `:active` does not show whether a pointer is pressed, because Firefox
          // sets it only after the change.
          if (press.current === 'held') return setDragged(currentTarget.valueAsNumber);
          commit(currentTarget.valueAsNumber);
          setDragged(null);
        }}
        onPointerUp={(event) => {
          // Another mouse button, such as the one that opens the context menu, does not seek.
          if (press.current !== 'held') return;
          press.current = 'ending';
          // The next press may come before this timeout.
          setTimeout(() => {
            if (press.current === 'ending') press.current = 'none';
          });
          commit(event.currentTarget.valueAsNumber);
          setDragged(null);
        }}
        onPointerCancel={() => {
          press.current = 'none';
          setDragged(null);
        }}
        onKeyDown={(event) => {
          // By 10 s, like the player's shortcut keys. Up and Down seek too, as on any slider; elsewhere they change the volume.
          const by = { ArrowLeft: -10, ArrowDown: -10, ArrowRight: 10, ArrowUp: 10 }[event.key];
          if (by !== undefined) {
            event.preventDefault();
            event.stopPropagation();
            controller.seekBy(by);
          } else if (event.key === 'Home' || event.key === 'End') {
            event.preventDefault();
            commit(event.key === 'Home' ? 0 : 100);
          }
        }}
        css={{
          position: 'absolute',
          insetInline: 0,
          top: '50%',
          width: '100%',
          height: '44px',
          margin: 0,
          transform: 'translateY(-50%)',
          appearance: 'none',
          background: 'transparent',
          cursor: 'pointer',
          '&::-webkit-slider-runnable-track': { height: '44px', background: 'transparent' },
          '&::-webkit-slider-thumb': {
            appearance: 'none',
            width: `${head * 2}px`,
            height: `${head * 2}px`,
            marginTop: `${22 - head}px`,
            borderRadius: '50%',
            background: 'currentColor',
          },
          '&::-moz-range-track': { height: '44px', background: 'transparent' },
          '&::-moz-range-thumb': {
            width: `${head * 2}px`,
            height: `${head * 2}px`,
            border: 0,
            borderRadius: '50%',
            background: 'currentColor',
          },
          '&:focus-visible': { outline: 'none' },
          '&:focus-visible::-webkit-slider-thumb': { outline: '2px solid currentColor', outlineOffset: '3px' },
          '&:focus-visible::-moz-range-thumb': { outline: '2px solid currentColor', outlineOffset: '3px' },
        }}
      />
    </Box>
  );
}
