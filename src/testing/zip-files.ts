import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
  /** Size that the ZIP declares, if it differs from the real one. */
  declaredBytes?: number;
  isEncrypted?: boolean;
  /** Whether the ZIP does not declare that its names are UTF-8. */
  isUndeclaredUtf8?: boolean;
}

/** A ZIP with compressed entries, which may declare wrong sizes. */
export function makeZip(entries: readonly ZipEntry[]): Blob {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes, declaredBytes = bytes.length, isEncrypted, isUndeclaredUtf8 } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes);
    // From the version to the lengths of name and extra field: the same in both headers.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((isUndeclaredUtf8 ? 0 : 0x800) | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, place, name]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6]);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Blob(
    [...locals, listed, end].map((part) => new Uint8Array(part)),
    { type: 'application/zip' },
  );
}
