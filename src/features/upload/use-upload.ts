import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Scope, UploadFiles, UploadRecord } from '../../../sync/client.ts';
import { useLive, useScope } from '../../lib/live.ts';
import { emptyForm, type UploadForm } from './upload-form.ts';
import { newDraft, newFile } from './upload-record.ts';
import { isUnderWay } from './upload-stage.ts';

/** What the page shows and changes: one upload, from its first letter to its track. */
export interface UploadWork {
  /** Null while nothing was typed or chosen, and until the device was read. */
  record: UploadRecord | null;
  /** Whether the device was asked for an upload to show; before that the form is not to be typed into. */
  isFound: boolean;
  form: UploadForm;
  /** Bytes of the files; null until they were read. */
  files: UploadFiles | null;
  change(form: UploadForm): void;
  /** Takes a file in, or with null away. `type` as its bytes were found to be. */
  choose(part: 'audio' | 'cover', file: { blob: Blob; name: string; type: string } | null): void;
  /** Sends it. False when another tab has come first. */
  submit(form: UploadForm): Promise<boolean>;
  cancel(): void;
  /** A new form after a finished upload. */
  another(): void;
}

/**
 * The upload of this page. Found in this order: one under way (begun in an earlier visit or another tab), a finished one that
 * was not looked at, the newest draft that no other tab has open. What is typed is on the device with every letter.
 * @param first the form as it begins for this person
 * @param onFailed a change could not be kept on the device
 */
export function useUpload(first: Partial<UploadForm>, onFailed: (error: unknown) => void): UploadWork {
  const scope = useScope();
  const { uploads } = scope;
  const records = useLive(uploads.records);
  const [id, setId] = useState<string | null>(null);
  /** The same, for what goes on between two drawings: a file that is looked at while more is typed or chosen. */
  const shown = useRef<string | null>(null);
  const show = useCallback((next: string | null) => {
    shown.current = next;
    setId(next);
  }, []);
  const record = records?.find((one) => one.id === id) ?? null;
  /** What was typed here; another tab never writes a draft that is open in this one. */
  const [typed, setTyped] = useState<UploadForm | null>(null);
  const [files, setFiles] = useFiles(scope, record);
  const isRead = records !== null;
  const [isFound, setFound] = useState(false);
  const hold = useHold(scope);
  // Writes go to the disk in the order in which they were made.
  const last = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    if (!isRead) return;
    let isCurrent = true;
    void findUpload(scope, hold).then((found) => {
      if (!isCurrent) return;
      if (found && shown.current === null) show(found);
      setFound(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [isRead, scope, hold, show]);

  const form = useMemo(() => {
    const kept = record && (isUnderWay(record) ? record.form : (typed ?? record.form));
    return kept ?? typed ?? { ...emptyForm, ...first };
  }, [record, typed, first]);

  const write = useCallback(
    (work: () => Promise<unknown>) => {
      const done = last.current.then(work);
      last.current = done.catch(onFailed);
      return done;
    },
    [onFailed],
  );

  /** The draft that a change goes to; the first change makes it. */
  const draft = useCallback(
    (from: UploadForm): string => {
      if (shown.current !== null) return shown.current;
      const made = newDraft(from);
      show(made.id);
      void hold(made.id);
      write(() => uploads.add(made, { audio: null, cover: null })).catch(() => undefined);
      return made.id;
    },
    [show, hold, uploads, write],
  );
  const change = useCallback(
    (next: UploadForm) => {
      setTyped(next);
      const of = draft(next);
      write(() => uploads.change(of, (stored) => (isUnderWay(stored) ? 'keep' : { ...stored, form: next }))).catch(
        () => undefined,
      );
    },
    [draft, uploads, write],
  );

  return {
    record,
    isFound,
    form,
    files,
    change,
    choose(part, file) {
      const of = draft(form);
      const { userId } = scope;
      if (userId === null) return;
      setFiles((before) => ({ audio: null, cover: null, ...before, [part]: file?.blob ?? null }));
      const known = file && newFile(userId, { name: file.name, type: file.type, bytes: file.blob.size });
      write(async () => {
        await uploads.putFiles(of, { [part]: file?.blob ?? null });
        await uploads.change(of, (stored) => ({ ...stored, [part]: known }));
      }).catch(() => undefined);
    },
    async submit(next) {
      const of = draft(next);
      await last.current;
      let isSubmitted = false;
      await write(() =>
        uploads.change(of, (stored) => {
          isSubmitted = stored.stage.kind === 'draft';
          if (!isSubmitted) return 'keep';
          return { ...stored, form: next, startedAt: Date.now(), stage: { kind: 'sending', waitsFor: null } };
        }),
      );
      setTyped(null);
      return isSubmitted;
    },
    cancel() {
      if (id === null) return;
      write(() =>
        uploads.change(id, (stored) =>
          stored.stage.kind === 'sending' ? { ...stored, stage: { kind: 'cancelling' } } : 'keep',
        ),
      ).catch(() => undefined);
    },
    another() {
      const done = id;
      show(null);
      setTyped(null);
      setFiles(() => null);
      if (done !== null) write(() => uploads.remove(done)).catch(() => undefined);
    },
  };
}

/** Which upload a page that opens shows; null for a new one. */
async function findUpload({ uploads }: Scope, hold: (id: string) => Promise<boolean>): Promise<string | null> {
  const newestFirst = [...(uploads.records.get() ?? [])].reverse();
  const shown = newestFirst.find(isUnderWay) ?? newestFirst.find(({ stage }) => stage.kind === 'done');
  if (shown) return shown.id;
  for (const { id } of newestFirst) if (await hold(id)) return id;
  return null;
}

/** Holds drafts for this page, so that another tab begins one of its own instead of typing into the same. */
function useHold({ uploads }: Scope): (id: string) => Promise<boolean> {
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  return useCallback(
    (id) => {
      leaving.current ??= new AbortController();
      const { signal } = leaving.current;
      return new Promise<boolean>((resolve) => {
        const untilLeft = () =>
          new Promise<void>((release) => {
            resolve(true);
            signal.addEventListener('abort', () => release(), { once: true });
          });
        uploads.alone(`draft:${id}`, { signal, now: true }, untilLeft).then(
          () => resolve(false),
          // Locks that do not work keep nobody from their draft.
          () => resolve(true),
        );
      });
    },
    [uploads],
  );
}

/** The bytes of an upload's files, read once for each upload; what is chosen here is set at once. */
function useFiles(scope: Scope, record: UploadRecord | null) {
  const [files, setFiles] = useState<UploadFiles | null>(null);
  const id = record?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    scope.uploads.files(id).then(
      (found) => isCurrent && setFiles((before) => before ?? found),
      // Without its bytes a picture is not shown, and a missing MP3 is asked for again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [id, scope]);
  return [files, setFiles] as const;
}
