import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Writes a file that this user alone may read. Readers find the former or the whole new content, also after a crash. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    // A file that a crash left may have another mode.
    await handle.chmod(0o600);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(dirname(file));
}
