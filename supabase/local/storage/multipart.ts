import { HttpError } from '../http/http-error.ts';

/** Maximum bytes of the headers of a part, and of the value of a field. */
const MAX_TEXT_BYTES = 16 * 1024;
const MAX_FIELDS = 20;
/** Maximum characters of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70;

export interface MultipartSink {
  field(name: string, value: string): void;
  fileStart(contentType: string): Promise<void>;
  fileData(chunk: Buffer): Promise<void>;
}

/**
 * Parses a form as it arrives, so that a file never has to fit into memory.
 * @throws HttpError 400 for a malformed body
 */
export async function readMultipart(
  body: AsyncIterable<Buffer>,
  contentType: string,
  sink: MultipartSink,
): Promise<void> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (!name || name.length > MAX_BOUNDARY) throw malformed();
  const reader = new PartReader(Buffer.from(`\r\n--${name}`), sink);
  for await (const chunk of body) await reader.push(chunk);
  if (!reader.isComplete()) throw malformed();
}

class PartReader {
  private buffer = Buffer.from('\r\n');
  private part: Part | null = null;
  private fields = 0;
  private atPartStart = false;
  private state: 'preamble' | 'headers' | 'body' | 'end' = 'preamble';

  constructor(
    private readonly delimiter: Buffer,
    private readonly sink: MultipartSink,
  ) {}

  isComplete(): boolean {
    return this.state === 'end';
  }

  async push(chunk: Buffer): Promise<void> {
    this.buffer = Buffer.concat([this.buffer, chunk]);
    for (let hasAdvanced = true; hasAdvanced && this.state !== 'end';) {
      hasAdvanced = this.state === 'headers' ? await this.readHead() : await this.readUpToDelimiter();
    }
    if (this.state === 'end') this.buffer = Buffer.alloc(0);
  }

  private async readHead(): Promise<boolean> {
    if (this.buffer.subarray(0, 2).toString() === '--') {
      this.state = 'end';
      return true;
    }
    const headEnd = this.buffer.indexOf('\r\n\r\n');
    if (headEnd === -1) {
      if (this.buffer.length > MAX_TEXT_BYTES) throw malformed();
      return false;
    }
    this.part = parseHead(this.buffer.subarray(0, headEnd).toString());
    if (this.part.isFile) await this.sink.fileStart(this.part.contentType);
    // Keep the second line break: in an empty part it belongs to the delimiter.
    this.buffer = this.buffer.subarray(headEnd + 2);
    this.atPartStart = true;
    this.state = 'body';
    return true;
  }

  private async readUpToDelimiter(): Promise<boolean> {
    const at = this.buffer.indexOf(this.delimiter);
    if (this.atPartStart && at !== 0) {
      if (this.buffer.length < this.delimiter.length) return false;
      this.buffer = this.buffer.subarray(2);
      this.atPartStart = false;
      return true;
    }
    const ready = at === -1 ? Math.max(0, this.buffer.length - this.delimiter.length) : at;
    if (this.part) await appendToPart(this.part, this.buffer.subarray(0, ready), this.sink);
    this.buffer = this.buffer.subarray(at === -1 ? ready : at + this.delimiter.length);
    if (at === -1) return false;
    if (this.part && !this.part.isFile) {
      this.fields += 1;
      if (this.fields > MAX_FIELDS) throw malformed();
      this.sink.field(this.part.name, Buffer.concat(this.part.value).toString());
    }
    this.part = null;
    this.atPartStart = false;
    this.state = 'headers';
    return true;
  }
}

interface Part {
  size: number;
  readonly name: string;
  readonly isFile: boolean;
  readonly contentType: string;
  readonly value: Buffer[];
}

async function appendToPart(part: Part, chunk: Buffer, sink: MultipartSink): Promise<void> {
  if (chunk.length === 0) return;
  if (part.isFile) return await sink.fileData(chunk);
  part.size += chunk.length;
  if (part.size > MAX_TEXT_BYTES) throw malformed();
  part.value.push(Buffer.from(chunk));
}

function parseHead(text: string): Part {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(text)?.[1];
  if (disposition === undefined) throw malformed();
  const name = /[;\s]name="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  const contentType = /^content-type:\s*(\S.*)$/im.exec(text)?.[1]?.trim() ?? 'application/octet-stream';
  return { name, isFile: /[;\s]filename\*?=/i.test(disposition), contentType, value: [], size: 0 };
}

function malformed(): HttpError {
  return new HttpError(400, 'Bad request', 'The form of the request cannot be read.');
}
