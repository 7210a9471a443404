import type { UploadRecord } from '../../sync/client.ts';
import { uuid } from '../../sync/model/uuid.ts';
import type { Drafts } from './desk-drafts.ts';
import { isUnderWay } from './upload-stage.ts';

export function openForm({ scope: { uploads }, storedIds, set, setFormState, formStateOf }: Drafts, id: string): void {
  set({ openId: id, cropping: null });
  if (!storedIds.has(id) || formStateOf(id).cover) return;
  uploads.files(id).then(
    (files) => files?.cover && !formStateOf(id).cover && setFormState(id, { cover: files.cover }),
    () => undefined,
  );
}

export function otherDrafts({ scope, state }: Drafts, id: string): UploadRecord[] {
  const { held } = state.get();
  return (scope.uploads.records.get() ?? []).filter(
    (record) => record.id !== id && !record.release && record.stage.kind === 'draft' && held.has(record.id),
  );
}

export function openNextForm(drafts: Drafts): void {
  const [next] = otherDrafts(drafts, drafts.state.get().openId);
  openForm(drafts, next?.id ?? uuid());
}

/** Opens a stored upload once uploads are loaded. Opens the next draft when another tab removes the open upload. */
export function followUploads(drafts: Drafts): () => void {
  const { scope, state, set, storedIds } = drafts;
  const leaving = new AbortController();
  drafts.leaving = leaving;
  let hasBegun = false;
  let previousIds = new Set<string>();

  const begin = async (records: readonly UploadRecord[]) => {
    hasBegun = true;
    for (const { id } of records) storedIds.add(id);
    const newestFirst = records.filter(({ release }) => !release).reverse();
    const held: string[] = [];
    for (const { id, stage } of newestFirst) if (stage.kind === 'draft' && (await drafts.hold(id))) held.push(id);
    if (leaving.signal.aborted) return;
    const first = newestFirst.find(isUnderWay) ?? newestFirst.find(({ stage }) => stage.kind === 'done');
    const found = first?.id ?? held[0];
    if (found !== undefined && !storedIds.has(state.get().openId)) openForm(drafts, found);
    set({ isLoaded: true, held: new Set([...state.get().held, ...held]) });
  };
  const check = () => {
    const records = scope.uploads.records.get();
    if (!hasBegun && records) void begin(records);
    const ids = new Set((records ?? []).map(({ id }) => id));
    const { openId } = state.get();
    if (previousIds.has(openId) && !ids.has(openId)) openNextForm(drafts);
    previousIds = ids;
    for (const id of ids) storedIds.add(id);
  };
  const stopRecords = scope.uploads.records.subscribe(check);
  check();
  return () => {
    stopRecords();
    leaving.abort();
  };
}
