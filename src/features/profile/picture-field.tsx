import { Box, chakra, Flex } from '@chakra-ui/react';
import { Image as ImageSign } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { Avatar } from '../../ui/art.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Slider } from '../../ui/slider.tsx';
import { type Crop, MOST_ZOOM, moved, type PictureSize, squareOf } from './crop-area.ts';
import { profileTexts } from './profile-texts.ts';

const SIDE_PX = 132;
/** By an arrow key, of what is in sight. */
const KEY_STEP = 0.05;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A picture that was chosen, and what is kept of it. */
export interface ChosenPicture {
  file: Blob;
  size: PictureSize;
  crop: Crop;
}

interface PictureFieldProps {
  name: string;
  /** The picture until another is chosen. */
  src: string | null;
  chosen: ChosenPicture | null;
  errorId: string | undefined;
  onFile: (file: File) => void;
  onCrop: (crop: Crop) => void;
}

/** The picture of the profile: chosen, moved and zoomed. A square is kept, and shown round. */
export function PictureField({ name, src, chosen, errorId, onFile, onCrop }: PictureFieldProps) {
  const id = useId();
  return (
    <Box
      position="relative"
      width={`${SIDE_PX}px`}
      height={`${SIDE_PX}px`}
      flex="none"
      borderRadius="art"
      overflow="hidden"
    >
      {chosen ? (
        <CropView chosen={chosen} onCrop={onCrop} />
      ) : (
        <Box bg="bg.muted">
          <Avatar name={name} src={src} size={SIDE_PX} />
        </Box>
      )}
      <chakra.label
        htmlFor={id}
        position="absolute"
        right="6px"
        bottom="6px"
        width="44px"
        height="44px"
        display="flex"
        alignItems="center"
        justifyContent="center"
        borderRadius="full"
        bg="disc"
        color="disc.fg"
        boxShadow="0 0 0 1px rgba(255,255,255,.2)"
        cursor="pointer"
        _focusWithin={{ outline: '2px solid', outlineColor: '#F5EFE6' }}
      >
        <Icon of={ImageSign} />
        <chakra.input
          id={id}
          type="file"
          accept="image/*"
          aria-label={profileTexts.choosePicture}
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          position="absolute"
          inset="0"
          opacity="0"
          cursor="pointer"
          fontSize="0"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // The same file may be chosen again.
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </chakra.label>
    </Box>
  );
}

function CropView({ chosen: { file, size, crop }, onCrop }: { chosen: ChosenPicture; onCrop: (crop: Crop) => void }) {
  const url = useObjectUrl(file);
  const held = useRef<{ x: number; y: number; crop: Crop } | null>(null);
  const square = squareOf(crop, size);
  const scale = SIDE_PX / square.size;
  const drag = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { x: event.clientX, y: event.clientY, crop };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = held.current;
      // The picture follows the finger: what is kept goes the other way.
      if (from) onCrop(moved(from.crop, size, (from.x - event.clientX) / scale, (from.y - event.clientY) / scale));
    },
    onPointerUp: () => (held.current = null),
    onPointerCancel: () => (held.current = null),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction) return;
    event.preventDefault();
    const [dx, dy] = direction.map((way) => way * square.size * KEY_STEP);
    onCrop(moved(crop, size, dx ?? 0, dy ?? 0));
  };
  return (
    <Box
      role="group"
      aria-label={profileTexts.crop}
      tabIndex={0}
      width="100%"
      height="100%"
      cursor="grab"
      touchAction="none"
      bg="bg.muted"
      _focusVisible={{ outlineOffset: '-2px' }}
      onKeyDown={onKeyDown}
      {...drag}
    >
      {url && (
        <chakra.img
          src={url}
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
      <Box
        position="absolute"
        inset="1px"
        borderRadius="full"
        border="2px solid #F5EFE6"
        boxShadow="0 0 0 80px rgba(10,8,6,.62)"
        pointerEvents="none"
      />
    </Box>
  );
}

/** How near the chosen picture is. */
export function ZoomSlider({ crop, onCrop }: { crop: Crop; onCrop: (crop: Crop) => void }) {
  return (
    <Flex align="center" gap="12px" color="fg.muted" mt="12px">
      <Icon of={ImageSign} size={16} />
      <Box flex="1" color="fg" minWidth="0">
        <Slider
          label={profileTexts.zoom}
          value={crop.zoom * 100}
          min={100}
          max={MOST_ZOOM * 100}
          valueText={profileTexts.zoomOf(Math.round(crop.zoom * 100))}
          onChange={(percent) => onCrop({ ...crop, zoom: percent / 100 })}
        />
      </Box>
      <Icon of={ImageSign} size={22} />
    </Flex>
  );
}
