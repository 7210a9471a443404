import { useState } from 'react';
import { type Crop, centreCrop, squareOf } from '../platform/crop-area.ts';
import type { PictureSize, Square } from '../platform/square-picture.ts';
import { texts } from '../platform/texts.ts';
import { useObjectUrl } from '../platform/use-object-url.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CropZoom, SquareCrop } from '../design/square-crop.tsx';
import { Box } from '../design/styled.tsx';
import { uploadTexts } from './upload-texts.ts';

const SIDE = 264;

interface CoverCropProps {
  picture: Blob;
  size: PictureSize;
  onEnd: (area: Square | null) => void;
}

export function CoverCrop({ picture, size, onEnd }: CoverCropProps) {
  const src = useObjectUrl(picture);
  const [crop, setCrop] = useState<Crop>(() => centreCrop(size));
  return (
    <Dialog
      title={uploadTexts.cropTitle}
      onClose={() => onEnd(null)}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={() => onEnd(null)}>
            {texts.cancel}
          </Button>
          <Button size="lg" flex="1.5" onClick={() => onEnd(squareOf(crop, size))}>
            {uploadTexts.cropUse}
          </Button>
        </>
      }
    >
      {uploadTexts.cropHow}
      <Box width={`${SIDE}px`} maxWidth="100%" mx="auto" mt="14px" color="fg">
        <SquareCrop src={src} size={size} crop={crop} side={SIDE} label={uploadTexts.cropMove} onCrop={setCrop} />
        <Box mt="10px">
          <CropZoom label={uploadTexts.cropZoom} crop={crop} onCrop={setCrop} />
        </Box>
      </Box>
    </Dialog>
  );
}
