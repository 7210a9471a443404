import { Image as ImageSign } from 'lucide';
import { useId } from 'react';
import type { Crop } from '../../platform/crop-area.ts';
import type { PictureSize } from '../../platform/square-picture.ts';
import { useObjectUrl } from '../../platform/use-object-url.ts';
import { Avatar } from '../../design/art.tsx';
import { Icon } from '../../design/icon.tsx';
import { CropZoom, SquareCrop } from '../../design/square-crop.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { profileTexts } from '../../components/profile/profile-texts.ts';

const SIDE_PX = 132;
export interface ChosenPicture {
  file: Blob;
  size: PictureSize;
  crop: Crop;
}

interface PictureFieldProps {
  name: string;
  src: string | null;
  chosen: ChosenPicture | null;
  errorId: string | undefined;
  onFile: (file: File) => void;
  onCrop: (crop: Crop) => void;
}

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
      <styled.label
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
        <styled.input
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
            // Reset the field, so that choosing the same file again fires a change event.
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </styled.label>
    </Box>
  );
}

function CropView({ chosen: { file, size, crop }, onCrop }: { chosen: ChosenPicture; onCrop: (crop: Crop) => void }) {
  const src = useObjectUrl(file);
  return (
    <SquareCrop src={src} size={size} crop={crop} side={SIDE_PX} label={profileTexts.crop} onCrop={onCrop}>
      <Box
        position="absolute"
        inset="1px"
        borderRadius="full"
        border="2px solid #F5EFE6"
        boxShadow="0 0 0 80px rgba(10,8,6,.62)"
        pointerEvents="none"
      />
    </SquareCrop>
  );
}

export function ZoomSlider({ crop, onCrop }: { crop: Crop; onCrop: (crop: Crop) => void }) {
  return (
    <Flex align="center" gap="12px" color="fg.muted" mt="12px">
      <Icon of={ImageSign} size={16} />
      <Box flex="1" color="fg" minWidth="0">
        <CropZoom label={profileTexts.zoom} crop={crop} onCrop={onCrop} />
      </Box>
      <Icon of={ImageSign} size={22} />
    </Flex>
  );
}
