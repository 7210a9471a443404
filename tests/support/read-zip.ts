/** Reads text files from a ZIP archive without compression. */
export function readZip(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = (from: number, length: number) => new TextDecoder().decode(archive.subarray(from, from + length));
  const entries = new Map<string, string>();
  let end = archive.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
  let at = view.getUint32(end + 16, true);
  for (let remaining = view.getUint16(end + 10, true); remaining > 0; remaining -= 1) {
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const file = view.getUint32(at + 42, true);
    const start = file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
    entries.set(text(at + 46, nameLength), text(start, size));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
