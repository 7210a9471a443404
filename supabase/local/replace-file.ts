import { chmod, rename, writeFile } from 'node:fs/promises';

/** Writes a file that this user alone may read. Readers find the former or the whole new content, also after a crash. */
export async function replaceFile(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  // A file that a crash left may have another mode.
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
}
