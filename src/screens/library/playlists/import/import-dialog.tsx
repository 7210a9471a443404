import { CircleAlert, FileUp } from 'lucide';
import { useId, useState } from 'react';
import type { PlaylistsApi } from '../../../../../sync/client.ts';
import { DESCRIPTION_MAX, NAME_MAX, problemOfName } from '../../../../components/track/playlist/playlist-name.ts';
import { playlistTexts } from '../../../../components/track/playlist/playlist-texts.ts';
import { Button } from '../../../../design/button.tsx';
import { Dialog } from '../../../../design/dialog.tsx';
import { Field, Input } from '../../../../design/field.tsx';
import { Icon } from '../../../../design/icon.tsx';
import { List } from '../../../../design/list-row.tsx';
import { Box, Flex, styled } from '../../../../design/styled.tsx';
import { toastOnError } from '../../../../engine/call-failure.ts';
import { lengthOf, truncate } from '../../../../platform/characters.ts';
import { texts } from '../../../../platform/texts.ts';
import { FilePicker } from '../../../../upload/file-picker.tsx';
import { importTexts } from './import-texts.ts';
import { MAX_ENTRIES } from './read-playlist-file.ts';
import { type FoundPlaylist, useImport } from './use-import.ts';

interface ImportDialogProps {
  api: PlaylistsApi;
  /** Called with the id of the new playlist. */
  onMade: (playlistId: string) => void;
  onClose: () => void;
}

/** Makes a playlist of a file, and names the tracks of the file that are not in the catalogue. */
export function ImportDialog({ api, onMade, onClose }: ImportDialogProps) {
  const formId = useId();
  const { state, read } = useImport();
  const make = async (name: string, { trackIds, description }: FoundPlaylist) => {
    const id = await api.create(name);
    if (description !== '') await api.update(id, { description: truncate(description, DESCRIPTION_MAX) });
    if (trackIds.length > 0) await api.add(id, trackIds);
    onMade(id);
  };
  return (
    <Dialog
      title={importTexts.open}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} size="lg" flex="1.5" disabled={state.kind !== 'found'}>
            {playlistTexts.make}
          </Button>
        </>
      }
    >
      {state.kind === 'none' && (
        <>
          <FilePicker
            accept=".m3u,.m3u8,.jspf,.json,.csv,.tsv,.txt"
            label={importTexts.choose}
            onFiles={([file]) => void (file && read(file))}
          >
            <Flex align="center" gap="14px" width="100%" textAlign="left" minHeight="60px" color="fg">
              <Icon of={FileUp} />
              <Box>
                <Box textStyle="title">{importTexts.choose}</Box>
                <Box textStyle="small" color="fg.muted">
                  {importTexts.formats}
                </Box>
              </Box>
            </Flex>
          </FilePicker>
          {state.problem && (
            <Flex role="alert" gap="8px" mt="12px" color="red.fg" fontSize="14px">
              <Icon of={CircleAlert} size={18} />
              {state.problem.text}
            </Flex>
          )}
        </>
      )}
      {state.kind === 'looking' && (
        <Box role="status" minHeight="60px" fontVariantNumeric="tabular-nums">
          {importTexts.looking(state.done, state.all)}
        </Box>
      )}
      {state.kind === 'found' && (
        <Found
          formId={formId}
          playlist={state.playlist}
          onMake={(name) => {
            onClose();
            toastOnError(make(name, state.playlist));
          }}
        />
      )}
    </Dialog>
  );
}

interface FoundProps {
  formId: string;
  playlist: FoundPlaylist;
  onMake: (name: string) => void;
}

function Found({ formId, playlist: { title, trackIds, missing, leftOut }, onMake }: FoundProps) {
  const [name, setName] = useState(title);
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const problem = problemOfName(name.trim());
        if (problem) setError(problem.text);
        else onMake(name.trim());
      }}
    >
      <Field label={playlistTexts.name} aside={`${lengthOf(name)}/${NAME_MAX}`} error={error}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            color="fg"
            value={name}
            autoComplete="off"
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(null);
            }}
          />
        )}
      </Field>
      <Box role="status" mt="12px" color="fg" fontVariantNumeric="tabular-nums">
        {importTexts.found(trackIds.length, trackIds.length + missing.length)}
      </Box>
      {leftOut > 0 && (
        <Box mt="4px" color="fg.muted" fontSize="14px">
          {importTexts.leftOut(MAX_ENTRIES, leftOut)}
        </Box>
      )}
      {missing.length > 0 && (
        <>
          <styled.h2 textStyle="title" mt="12px" color="fg">
            {importTexts.missing}
          </styled.h2>
          <List aria-label={importTexts.missing} mt="4px" maxHeight="200px" overflowY="auto" tabIndex={0}>
            {missing.map(({ artist, title: missed }, at) => (
              // A file may name a track twice.
              <styled.li key={`${at}`} textStyle="meta" py="3px" overflowWrap="anywhere">
                {importTexts.entry(artist, missed)}
              </styled.li>
            ))}
          </List>
        </>
      )}
    </form>
  );
}
