import { statfs } from 'node:fs/promises';

/** The size of the disk of a folder, and its free space for unprivileged users, in bytes. */
export async function readDisk(folder: string): Promise<{ readonly size: number; readonly free: number }> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}
