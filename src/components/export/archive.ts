import { makeZip } from 'client-zip';

/** What comes into an archive. */
export interface ArchiveInput {
  /** Documents by their name, without an ending. */
  documents: Readonly<Record<string, unknown>>;
  /** Long lists by their name, a page at a time. A page that cannot be had throws. */
  lists: Readonly<Record<string, () => AsyncIterable<readonly unknown[]>>>;
  files: readonly { name: string; address: string }[];
}

interface Options {
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** How many of all entries are in. */
  onProgress: (done: number, all: number) => void;
  /** Something could not be read. It is listed in the archive. */
  onMissing: (name: string) => void;
}

/** The archive as it is put together: nothing but the entry on its way is held. Errs when the signal says so. */
export function streamArchive(input: ArchiveInput, options: Options): ReadableStream<Uint8Array> {
  return makeZip(entries(input, options));
}

async function* entries({ documents, lists, files }: ArchiveInput, options: Options) {
  const { signal, onProgress } = options;
  const all = Object.keys(documents).length + Object.keys(lists).length + files.length;
  const missing: string[] = [];
  const miss = (name: string) => {
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
  for (const [name, pages] of Object.entries(lists)) {
    next();
    yield { name: `${name}.json`, input: jsonOf(pages(), signal, () => miss(`${name}.json`)) };
  }
  for (const { name, address } of files) {
    next();
    // As a whole: what breaks off in the middle would take the archive with it.
    const file = await readFile(options.fetch, address, signal);
    signal.throwIfAborted();
    if (file) yield { name, input: file };
    else miss(name);
  }
  onProgress(all, all);
  if (missing.length > 0) yield { name: 'could-not-be-read.json', input: JSON.stringify(missing, null, 2) };
}

/** Null for a file that is gone, or broke off. */
async function readFile(fetch: Options['fetch'], address: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(address, { mode: 'cors', credentials: 'omit', signal }).catch(() => null);
  return response?.ok ? response.blob().catch(() => null) : null;
}

/** The rows as one list; what came before a page that cannot be had is kept. */
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
    // A fault of the app's own is no page that is missing: the archive would be empty without a word.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    onMissing();
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}
