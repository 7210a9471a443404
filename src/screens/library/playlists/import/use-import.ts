import { useState } from 'react';
import { findTracks, type Words } from '../../../../../sync/model/remote-acts.ts';
import { useScope } from '../../../../engine/live.ts';
import { useRemoteAct } from '../../../../engine/use-remote-act.ts';
import { truncate } from '../../../../platform/characters.ts';
import { NAME_MAX } from '../../../../components/track/playlist/playlist-name.ts';
import { fileNameWords } from '../../../../upload/file-name-words.ts';
import { importTexts } from './import-texts.ts';
import { type FileEntry, type PlaylistFile, readPlaylistFile } from './read-playlist-file.ts';

/** Most entries of one request: the server refuses more. */
const SLICE = 20;
const MAX_BYTES = 5_000_000;

export interface FoundPlaylist {
  title: string;
  description: string;
  /** In the order of the file. */
  trackIds: readonly string[];
  missing: readonly FileEntry[];
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
  const fail = (problem: Words) => setState({ kind: 'none', problem });

  const knownAmong = async (entries: readonly FileEntry[]): Promise<ReadonlySet<string>> => {
    const ids = entries.flatMap(({ trackId }) => trackId ?? []);
    await scope.visitTracks(ids).catch(() => undefined);
    return new Set((await scope.tracksById(ids)).map(({ id }) => id));
  };

  const find = async (file: PlaylistFile, name: string) => {
    const { entries } = file;
    const known = await knownAmong(entries);
    const ids = entries.map(({ trackId }) => (trackId !== null && known.has(trackId) ? trackId : null));
    const open = entries.flatMap((entry, at) => (ids[at] === null ? [{ entry, at }] : []));
    for (let from = 0; from < open.length; from += SLICE) {
      setState({ kind: 'looking', done: entries.length - open.length + from, all: entries.length });
      const slice = open.slice(from, from + SLICE);
      const answer = await run(slice.map(({ entry: { artist, title } }) => ({ artist, title })));
      if (answer.kind !== 'done' || answer.value === null)
        return fail(answer.kind === 'refused' ? answer.words : findTracks.failed);
      for (const [index, { at }] of slice.entries()) ids[at] = answer.value[index] ?? null;
    }
    const trackIds = ids.flatMap((id) => id ?? []);
    // Their rows may not be on this device yet.
    await scope.visitTracks(trackIds).catch(() => undefined);
    setState({
      kind: 'found',
      playlist: {
        title: truncate(file.title || fileNameWords(name).title || importTexts.untitled, NAME_MAX),
        description: file.description,
        trackIds,
        missing: entries.filter((_, at) => ids[at] === null),
      },
    });
  };

  return {
    state,
    async read(file) {
      if (file.size > MAX_BYTES) return fail(importTexts.tooLarge);
      const bytes = await file.arrayBuffer().catch(() => null);
      if (bytes === null) return fail(importTexts.notRead);
      const playlist = readPlaylistFile(bytes);
      if (playlist === null) return fail(importTexts.noPlaylist);
      setState({ kind: 'looking', done: 0, all: playlist.entries.length });
      await find(playlist, file.name).catch(() => fail(findTracks.failed));
    },
  };
}
