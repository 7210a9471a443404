import { execFileSync } from 'node:child_process';

/**
 * Mounts a separate disk at a folder, so that a test can fill the disk or make it read-only. Needs Linux and the right to mount.
 * @returns a function that unmounts it
 */
export function mountDisk(folder: string, megabytes: number): () => void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'undercurrent-test', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error('This test needs Linux and the right to mount a disk: run it as root.', { cause: error });
  }
  return () => void execFileSync('umount', ['-l', folder]);
}
