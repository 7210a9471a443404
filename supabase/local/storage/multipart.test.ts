import { describe, expect, it } from 'vitest';
import { readMultipart } from './multipart.ts';

interface ParsedForm {
  fields: Record<string, string>;
  type: string | null;
  file: string;
}

async function parse(body: string, size: number): Promise<ParsedForm> {
  const result: ParsedForm = { fields: {}, type: null, file: '' };
  async function* chunks() {
    const bytes = Buffer.from(body, 'latin1');
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  await readMultipart(chunks(), 'multipart/form-data; boundary=XX', {
    field: (name, value) => (result.fields[name] = value),
    fileStart: async (type) => void (result.type = type),
    fileData: async (chunk) => void (result.file += chunk.toString('latin1')),
  });
  return result;
}

const field = '--XX\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n';
const file = (content: string) =>
  `--XX\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: audio/mpeg\r\n\r\n${content}\r\n`;

describe('A form with a file', () => {
  it.each([1, 2, 7, 64, 10_000])('is parsed the same in chunks of %i bytes', async (size) => {
    const content = 'a\r\n--X\r\n\r\n--Y\0\xff'.repeat(3);
    expect(await parse(`${field}${file(content)}--XX--\r\n`, size)).toEqual({
      fields: { cacheControl: '3600' },
      type: 'audio/mpeg',
      file: content,
    });
  });

  it('may hold an empty file and an empty field', async () => {
    const empty = '--XX\r\nContent-Disposition: form-data; name="note"\r\n\r\n\r\n';
    expect(await parse(`${empty}${file('')}--XX--`, 5)).toEqual({ fields: { note: '' }, type: 'audio/mpeg', file: '' });
  });

  it.each([
    ['cut off in the file', `${field}${file('abc')}`],
    ['without a delimiter', 'hello'],
    ['with a part that has no headers', '--XX\r\n\r\nabc\r\n--XX--'],
    ['with endless headers', `--XX\r\n${'x'.repeat(40_000)}`],
    [
      'with an endless field',
      `--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(40_000)}\r\n--XX--`,
    ],
  ])('is refused when it is %s', async (_label, body) => {
    await expect(parse(body, 1000)).rejects.toMatchObject({ status: 400 });
  });
});
