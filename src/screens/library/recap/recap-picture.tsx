import { useEffect, useRef, useState } from 'react';
import { classes } from '../../../design/classes.ts';
import { drawRecap, PICTURE } from './draw-recap.ts';
import { recapAltText, type RecapWords } from './recap-words.ts';

const style = classes({
  picture: {
    display: 'block',
    width: '100%',
    maxWidth: '334px',
    aspectRatio: `${PICTURE.width} / ${PICTURE.height}`,
    mx: 'auto',
    borderRadius: 'art',
    // The picture's background colour, until the picture is drawn.
    background: '#F5EFE6',
  },
});

export type Drawn = { state: 'drawing' } | { state: 'drawn'; picture: Blob } | { state: 'failed' };

interface RecapPictureProps {
  words: RecapWords;
  onDrawn: (drawn: Drawn) => void;
}

/** The picture of a month, drawn on this device. There is one canvas, which is also the preview: it takes 8 MB of memory. */
export function RecapPicture({ words, onDrawn }: RecapPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // A sync gives the same words in a new object, which is not drawn again.
  const [shown, setShown] = useState(words);
  if (JSON.stringify(words) !== JSON.stringify(shown)) setShown(words);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawing = new AbortController();
    const draw = async () => {
      onDrawn({ state: 'drawing' });
      const isDrawn = await drawRecap(element, shown, drawing.signal);
      // Encode now, not at the press: a browser opens its share sheet only right after a press.
      const picture = isDrawn ? await new Promise<Blob | null>((resolve) => element.toBlob(resolve)) : null;
      if (!drawing.signal.aborted) onDrawn(picture ? { state: 'drawn', picture } : { state: 'failed' });
    };
    draw().catch(() => !drawing.signal.aborted && onDrawn({ state: 'failed' }));
    return () => drawing.abort();
  }, [shown, onDrawn]);
  return (
    <canvas
      ref={canvas}
      width={PICTURE.width}
      height={PICTURE.height}
      role="img"
      aria-label={recapAltText(shown)}
      className={style('picture')}
    />
  );
}
