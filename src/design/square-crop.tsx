import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { type Crop, MAX_ZOOM, moveCrop, squareOf } from '../platform/crop-area.ts';
import type { PictureSize } from '../platform/square-picture.ts';
import { Slider } from './slider.tsx';
import { Box, styled } from './styled.tsx';

/** Fraction of the visible square per arrow key. */
const KEY_STEP = 0.05;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface SquareCropProps {
  /** Null until the object URL exists. */
  src: string | null;
  size: PictureSize;
  crop: Crop;
  /** In px. */
  side: number;
  label: string;
  onCrop: (crop: Crop) => void;
  children?: ReactNode;
}

export function SquareCrop({ src, size, crop, side, label, onCrop, children }: SquareCropProps) {
  const dragStart = useRef<{ x: number; y: number; crop: Crop } | null>(null);
  const square = squareOf(crop, size);
  const scale = side / square.size;
  const drag = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      dragStart.current = { x: event.clientX, y: event.clientY, crop };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = dragStart.current;
      // The picture follows the finger, so the crop moves in the opposite direction.
      if (start)
        onCrop(moveCrop(start.crop, size, (start.x - event.clientX) / scale, (start.y - event.clientY) / scale));
    },
    onPointerUp: () => (dragStart.current = null),
    onPointerCancel: () => (dragStart.current = null),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction) return;
    event.preventDefault();
    const [dx, dy] = direction.map((sign) => sign * square.size * KEY_STEP);
    onCrop(moveCrop(crop, size, dx ?? 0, dy ?? 0));
  };
  return (
    <Box
      role="group"
      aria-label={label}
      tabIndex={0}
      position="relative"
      width={`${side}px`}
      height={`${side}px`}
      overflow="hidden"
      borderRadius="art"
      cursor="grab"
      touchAction="none"
      bg="bg.muted"
      _focusVisible={{ outlineOffset: '-2px' }}
      onKeyDown={onKeyDown}
      {...drag}
    >
      {src && (
        <styled.img
          src={src}
          alt=""
          draggable={false}
          maxWidth="none"
          position="absolute"
          style={{
            width: size.width * scale,
            height: size.height * scale,
            left: -square.x * scale,
            top: -square.y * scale,
          }}
        />
      )}
      {children}
    </Box>
  );
}

interface CropZoomProps {
  crop: Crop;
  label: string;
  onCrop: (crop: Crop) => void;
}

export function CropZoom({ crop, label, onCrop }: CropZoomProps) {
  return (
    <Slider
      label={label}
      value={crop.zoom * 100}
      min={100}
      max={MAX_ZOOM * 100}
      valueText={`${Math.round(crop.zoom * 100)} percent`}
      onChange={(percent) => onCrop({ ...crop, zoom: percent / 100 })}
    />
  );
}
