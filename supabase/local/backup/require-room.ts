import { readDisk } from '../read-disk.ts';
import { StartError } from '../start-error.ts';
import { megabytes } from './megabytes.ts';

/** @throws StartError that ends with `advice` if the disk of a folder has too little room. @param what needs the room */
export async function requireRoom(folder: string, neededBytes: number, what: string, advice: string): Promise<void> {
  const { free } = await readDisk(folder);
  if (free < neededBytes)
    throw new StartError(
      `${what} needs ${megabytes(neededBytes)} on the disk of ${folder}, which has ${megabytes(free)} free. ${advice}`.trim(),
    );
}
