/** Lifetime of the object URL, which must outlive the start of the download. */
const OBJECT_URL_MS = 60_000;

/** Downloads the blob as a file of this name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_MS);
}
