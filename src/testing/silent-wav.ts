/** A silent WAV: 8000 samples per second, one byte each. */
export function silentWav(seconds: number): Blob {
  const size = seconds * 8000;
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => new Uint8Array(head.buffer).set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  head.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, 8000, true);
  head.setUint32(28, 8000, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  write(36, 'data');
  head.setUint32(40, size, true);
  return new Blob([head, new Uint8Array(size).fill(128)], { type: 'audio/wav' });
}
