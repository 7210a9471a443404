import { open } from 'node:fs/promises';

/** Makes renames and new files in a folder durable. Does nothing on Windows, where a folder cannot be opened and need not be synced. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
