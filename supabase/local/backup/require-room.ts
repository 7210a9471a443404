import { statfs } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import { megabytes } from './megabytes.ts';

/** @throws StartError that ends with `advice` if the disk of a folder has too little room. @param what needs the room */
export async function requireRoom(folder: string, neededBytes: number, what: string, advice: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < neededBytes)
    throw new StartError(
      `${what} needs ${megabytes(neededBytes)} on the disk of ${folder}, which has ${megabytes(free)} free. ${advice}`.trim(),
    );
}
