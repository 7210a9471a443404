import { gif, jpeg, png, pngChunk, webp, webpCanvas } from '../../../sync/media/sample-files.ts';

/** A picture that is small on disk, but huge, endless or broken in a browser. */
export interface PictureBomb {
  readonly file: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** The message of its refusal. */
  readonly message: string;
}

const small = { width: 40, height: 30 };
const tooLarge = 'The picture has more than 50 million pixels.';
const animated = 'The picture is animated. Choose one that stands still.';

export const pictureBombs = (frames: number): readonly PictureBomb[] => [
  { file: 'frame.gif', mime: 'image/gif', bytes: gif([1, 1], [[20_000, 20_000]]), message: tooLarge },
  {
    file: 'frames.gif',
    mime: 'image/gif',
    bytes: gif(
      [9, 9],
      Array.from({ length: frames }, () => [9, 9] as const),
    ),
    message: animated,
  },
  {
    file: 'junk.jpg',
    mime: 'image/jpeg',
    bytes: jpeg({ width: 20_000, height: 20_000, before: [Uint8Array.of(0xff, 0, 0, 20, ...new Uint8Array(18))] }),
    message: 'The file is no PNG, JPEG, WebP or GIF picture.',
  },
  { file: 'frames.png', mime: 'image/png', bytes: apng(frames), message: animated },
  {
    file: 'frames.webp',
    mime: 'image/webp',
    bytes: webp([
      ['VP8X', webpCanvas(40, 30, 2)],
      ['ANIM', new Uint8Array(6)],
      ...Array.from({ length: frames }, () => ['ANMF', new Uint8Array(24)] as const),
    ]),
    message: animated,
  },
  {
    file: 'cut.jpg',
    mime: 'image/jpeg',
    bytes: jpeg(small).subarray(0, -2),
    message: 'The picture is damaged or unusual. Save it anew as a plain JPEG or PNG.',
  },
];

function apng(frames: number): Uint8Array {
  const still = png(small);
  const control = pngChunk('fcTL', new Uint8Array(26));
  const moving = Array.from({ length: frames }, () => control);
  return Buffer.concat([still.subarray(0, 33), pngChunk('acTL', new Uint8Array(8)), ...moving, still.subarray(33)]);
}
