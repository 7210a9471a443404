import { useEffect, useRef, useState } from 'react';
import { useScope } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { saveFile } from '../../platform/save-file.ts';
import { exportTexts } from './export-texts.ts';

export type ExportProgress = { done: number; all: number } | null;

/** Exports the person's data as one archive for download. Unmounting cancels the export. */
export function useExport(user: { userId: string; email: string }) {
  const scope = useScope();
  const [progress, setProgress] = useState<ExportProgress>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function start() {
    if (work.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    work.current = controller;
    setProgress({ done: 0, all: 0 });
    let missing = 0;
    try {
      const [{ streamArchive }, { readOwnData }] = await Promise.all([import('./archive.ts'), import('./own-data.ts')]);
      const now = new Date();
      const stream = streamArchive(await readOwnData(scope, user, now, signal), {
        fetch: (input, init) => fetch(input, init),
        signal,
        onProgress: (done, all) => setProgress({ done, all }),
        onMissing: () => (missing += 1),
      });
      // Collect the stream through a Response: the browser may store a large blob on disk instead of in memory.
      const blob = await new Response(stream, { headers: { 'content-type': 'application/zip' } }).blob();
      signal.throwIfAborted();
      saveFile(blob, `undercurrent-${now.toISOString().slice(0, 10)}.zip`);
      const text = missing > 0 ? { text: exportTexts.missing(missing) } : {};
      toast({ kind: missing > 0 ? 'warning' : 'success', title: exportTexts.done, ...text });
    } catch {
      if (signal.aborted) toast({ kind: 'info', title: exportTexts.cancelled });
      else toast({ kind: 'error', ...exportTexts.failed });
    } finally {
      work.current = null;
      setProgress(null);
    }
  }
  return { progress, start, cancel: () => work.current?.abort() };
}
