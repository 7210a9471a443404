import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { Square } from '../../lib/square-picture.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Slider } from '../../ui/slider.tsx';
import { uploadTexts } from './upload-texts.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';

/** Side of the square in the dialog, px. */
const SIDE = 264;
const MOST_ZOOM = 4;
/** What an arrow key moves it by, in parts of the shown side. */
const KEY_STEP = 0.02;

interface View {
  /** Middle of the square, in parts of the picture's room to move: 0 to 1. */
  x: number;
  y: number;
  zoom: number;
}

/** Lets the person cut a picture to a square: drag or arrow keys move it, the slider makes it larger. */
export function CoverCrop({ picture, onEnd }: { picture: Blob; onEnd: (area: Square | null) => void }) {
  const src = useObjectUrl(picture);
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const [view, setView] = useState<View>({ x: 0.5, y: 0.5, zoom: 1 });
  const [from, setFrom] = useState<{ x: number; y: number; view: View } | null>(null);
  const scale = natural ? (SIDE / Math.min(natural.width, natural.height)) * view.zoom : 1;
  const shown = { width: (natural?.width ?? 0) * scale, height: (natural?.height ?? 0) * scale };
  const room = { x: Math.max(0, shown.width - SIDE), y: Math.max(0, shown.height - SIDE) };
  const move = (start: View, dx: number, dy: number) =>
    setView({
      ...start,
      x: room.x > 0 ? within(start.x - dx / room.x) : start.x,
      y: room.y > 0 ? within(start.y - dy / room.y) : start.y,
    });
  const area = (): Square => ({ x: (view.x * room.x) / scale, y: (view.y * room.y) / scale, size: SIDE / scale });
  return (
    <Dialog
      title={uploadTexts.cropTitle}
      onClose={() => onEnd(null)}
      actions={
        <>
          <Button look="outline" size="lg" flex="1" onClick={() => onEnd(null)}>
            {texts.cancel}
          </Button>
          <Button size="lg" flex="1.5" disabled={natural === null} onClick={() => onEnd(area())}>
            {uploadTexts.cropUse}
          </Button>
        </>
      }
    >
      {uploadTexts.cropHow}
      <Box
        role="group"
        aria-label={uploadTexts.cropMove}
        tabIndex={0}
        position="relative"
        width={`${SIDE}px`}
        height={`${SIDE}px`}
        mx="auto"
        mt="14px"
        overflow="hidden"
        borderRadius="art"
        cursor="grab"
        touchAction="none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom({ x: event.clientX, y: event.clientY, view });
        }}
        onPointerMove={(event) => from && move(from.view, event.clientX - from.x, event.clientY - from.y)}
        onPointerUp={() => setFrom(null)}
        onPointerCancel={() => setFrom(null)}
        onKeyDown={(event) => {
          const step = SIDE * KEY_STEP;
          const by = {
            ArrowLeft: [step, 0],
            ArrowRight: [-step, 0],
            ArrowUp: [0, step],
            ArrowDown: [0, -step],
          } as const;
          const [dx, dy] = Object.entries(by).find(([key]) => key === event.key)?.[1] ?? [0, 0];
          if (dx === 0 && dy === 0) return;
          event.preventDefault();
          move(view, dx, dy);
        }}
      >
        {src && (
          <chakra.img
            src={src}
            alt=""
            draggable={false}
            position="absolute"
            maxWidth="none"
            onLoad={({ currentTarget }) =>
              setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            style={{
              width: shown.width || SIDE,
              height: shown.height || SIDE,
              left: -view.x * room.x,
              top: -view.y * room.y,
            }}
          />
        )}
      </Box>
      <Flex mt="10px" maxWidth={`${SIDE}px`} mx="auto" color="fg">
        <Slider
          label={uploadTexts.cropZoom}
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={view.zoom}
          valueText={`${view.zoom.toFixed(1)} times`}
          onChange={(zoom) => setView({ ...view, zoom })}
        />
      </Flex>
    </Dialog>
  );
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}
