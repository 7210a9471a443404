import { makeZip } from 'client-zip';

export interface ArchiveInput {
  /** By name, without a file extension. */
  documents: Readonly<Record<string, unknown>>;
  /** By name, with a file extension. */
  texts: Readonly<Record<string, string>>;
  /** By name, in pages. The iterator throws if a page cannot be fetched. */
  lists: Readonly<Record<string, () => AsyncIterable<readonly unknown[]>>>;
  files: readonly { name: string; address: string }[];
}

interface Options {
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  onProgress: (done: number, all: number) => void;
  /** Called when an entry could not be read, or only in part; the archive lists its name. */
  onMissing: (name: string) => void;
}

/** Streams a ZIP archive, with at most one file in memory at a time. The stream errors when the signal aborts. */
export function streamArchive(input: ArchiveInput, options: Options): ReadableStream<Uint8Array> {
  return makeZip(entries(input, options));
}

async function* entries({ documents, texts, lists, files }: ArchiveInput, options: Options) {
  const { signal, onProgress } = options;
  const all = [documents, texts, lists, files].reduce((sum, part) => sum + Object.keys(part).length, 0);
  const missing: string[] = [];
  const addMissing = (name: string) => {
    missing.push(name);
    options.onMissing(name);
  };
  let done = 0;
  const next = () => {
    signal.throwIfAborted();
    onProgress(done, all);
    done += 1;
  };
  for (const [name, value] of Object.entries(documents)) {
    next();
    yield { name: `${name}.json`, input: JSON.stringify(value, null, 2) };
  }
  for (const [name, text] of Object.entries(texts)) {
    next();
    yield { name, input: text };
  }
  for (const [name, pages] of Object.entries(lists)) {
    next();
    yield { name: `${name}.json`, input: jsonOf(pages(), signal, () => addMissing(`${name}.json`)) };
  }
  for (const { name, address } of files) {
    next();
    // Read the complete file: a stream that fails halfway would break the archive.
    const file = await readFile(options.fetch, address, signal);
    signal.throwIfAborted();
    if (file) yield { name, input: file };
    else addMissing(name);
  }
  onProgress(all, all);
  if (missing.length > 0) yield { name: 'could-not-be-read.json', input: JSON.stringify(missing, null, 2) };
}

async function readFile(fetch: Options['fetch'], address: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(address, { mode: 'cors', credentials: 'omit', signal }).catch(() => null);
  return response?.ok ? response.blob().catch(() => null) : null;
}

/** Yields the rows as the text of a JSON array. If a page cannot be read, the array ends after the rows of the previous pages. */
async function* jsonOf(pages: AsyncIterable<readonly unknown[]>, signal: AbortSignal, onMissing: () => void) {
  let lead = '[\n';
  try {
    for await (const rows of pages) {
      signal.throwIfAborted();
      for (const row of rows) {
        yield `${lead}${JSON.stringify(row)}`;
        lead = ',\n';
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    // A programming error must not pass for a page that could not be fetched.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    onMissing();
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}
