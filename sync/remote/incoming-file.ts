import type { FileToSend } from '../upload-types.ts';

/** Where a file is sent to: a private bucket, from which `check-upload` moves it to its public address. */
export function incomingFile({ bucket, path }: Pick<FileToSend, 'bucket' | 'path'>): {
  bucket: 'incoming';
  path: string;
} {
  return { bucket: 'incoming', path: path.replace('/', `/${bucket}/`) };
}
