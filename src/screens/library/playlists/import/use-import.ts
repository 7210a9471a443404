import { useEffect, useRef, useState } from 'react';
import { findTracks, type Words } from '../../../../../sync/model/remote-acts.ts';
import { useScope } from '../../../../engine/live.ts';
import { useRemoteAct } from '../../../../engine/use-remote-act.ts';
import { truncate } from '../../../../platform/characters.ts';
import { NAME_MAX } from '../../../../components/track/playlist/playlist-name.ts';
import { bareName } from '../../../../upload/file-name-words.ts';
import { importTexts } from './import-texts.ts';
import { type FileEntry, type PlaylistFile, readPlaylistFile, type TrackWords } from './read-playlist-file.ts';

/** Most entries of one request: the server refuses more. */
const SLICE = 20;
const MAX_BYTES = 5_000_000;

export interface FoundPlaylist {
  title: string;
  description: string;
  /** In the order of the file. */
  trackIds: readonly string[];
  missing: readonly FileEntry[];
  /** How many entries of the file were not read. */
  leftOut: number;
}

export type Import =
  | { kind: 'none'; problem: Words | null }
  | { kind: 'looking'; done: number; all: number }
  | { kind: 'found'; playlist: FoundPlaylist };

/** Reads a playlist file, and finds its tracks in the catalogue: by the pages that our own files name, else by artist and title. */
export function useImport(): { state: Import; read: (file: File) => Promise<void> } {
  const scope = useScope();
  const { run } = useRemoteAct(findTracks);
  const [state, setState] = useState<Import>({ kind: 'none', problem: null });
  // A file of a thousand tracks takes a hundred requests: none is sent after the dialog has closed.
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => void (isClosed.current = true);
  }, []);
  const fail = (problem: Words) => setState({ kind: 'none', problem });

  const knownAmong = async (entries: readonly FileEntry[]): Promise<ReadonlySet<string>> => {
    const ids = entries.flatMap(({ trackId }) => trackId ?? []);
    await scope.visitTracks(ids).catch(() => undefined);
    return new Set((await scope.tracksById(ids)).map(({ id }) => id));
  };

  /** The ids of at most `SLICE` entries by artist and title, or by the other reading if the first one matches no track. */
  const idsByName = async (slice: readonly FileEntry[]): Promise<(string | null)[] | { problem: Words }> => {
    const ids: (string | null)[] = slice.map(() => null);
    for (const readingOf of [(entry: FileEntry): TrackWords | null => entry, ({ other }: FileEntry) => other]) {
      const asked = slice.flatMap((entry, at) => {
        const words = ids[at] === null ? readingOf(entry) : null;
        return words ? [{ words, at }] : [];
      });
      if (asked.length === 0) continue;
      const answer = await run(asked.map(({ words: { artist, title } }) => ({ artist, title })));
      if (answer.kind !== 'done' || answer.value === null)
        return { problem: answer.kind === 'refused' ? answer.words : findTracks.failed };
      for (const [index, { at }] of asked.entries()) ids[at] = answer.value[index] ?? null;
    }
    return ids;
  };

  const find = async (file: PlaylistFile, name: string) => {
    const { entries } = file;
    const known = await knownAmong(entries);
    const ids = entries.map(({ trackId }) => (trackId !== null && known.has(trackId) ? trackId : null));
    const open = entries.flatMap((entry, at) => (ids[at] === null ? [{ entry, at }] : []));
    for (let from = 0; from < open.length; from += SLICE) {
      setState({ kind: 'looking', done: entries.length - open.length + from, all: entries.length });
      const slice = open.slice(from, from + SLICE);
      const found = await idsByName(slice.map(({ entry }) => entry));
      if (isClosed.current) return;
      if ('problem' in found) return fail(found.problem);
      for (const [index, { at }] of slice.entries()) ids[at] = found[index] ?? null;
    }
    const trackIds = ids.flatMap((id) => id ?? []);
    // Their rows may not be on this device yet.
    await scope.visitTracks(trackIds).catch(() => undefined);
    setState({
      kind: 'found',
      playlist: {
        title: truncate(file.title || bareName(name) || importTexts.untitled, NAME_MAX),
        description: file.description,
        trackIds,
        missing: entries.filter((_, at) => ids[at] === null),
        leftOut: file.leftOut,
      },
    });
  };

  return {
    state,
    async read(file) {
      if (file.size > MAX_BYTES) return fail(importTexts.tooLarge);
      const bytes = await file.arrayBuffer().catch(() => null);
      if (bytes === null) return fail(importTexts.notRead);
      const playlist = await Promise.resolve(bytes)
        .then(readPlaylistFile)
        .catch(() => null);
      if (playlist === null) return fail(importTexts.noPlaylist);
      setState({ kind: 'looking', done: 0, all: playlist.entries.length });
      await find(playlist, file.name).catch(() => fail(findTracks.failed));
    },
  };
}
