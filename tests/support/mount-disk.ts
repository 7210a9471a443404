import { execFileSync } from 'node:child_process';

/**
 * Mounts a disk of its own at a folder, which a test can fill or make read-only. Needs Linux and the right to mount.
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
