import { useRouter } from '@tanstack/react-router';
import { Ellipsis, Eye, ListEnd, Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import type { PlaylistsApi, PlaylistView } from '../../../../sync/client.ts';
import { IconButton } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Menu } from '../../../design/menu.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { dismissToast, toast } from '../../../engine/toast.ts';
import { texts } from '../../../platform/texts.ts';
import { NameDialog } from './name-dialog.tsx';
import { playlistsTexts } from './playlists-texts.ts';
import { VisibilityDialog } from './visibility-dialog.tsx';

interface PlaylistActsProps {
  playlist: PlaylistView;
  api: PlaylistsApi;
  /** Adds the tracks to the player's queue. Null without tracks. */
  onQueue: (() => void) | null;
}

/** The playlist's More menu: renames it, changes who sees it, queues and deletes it. */
export function PlaylistActs({ playlist: { id, title, description, visibility }, api, onQueue }: PlaylistActsProps) {
  const router = useRouter();
  const [asks, setAsks] = useState<'nothing' | 'name' | 'visibility'>('nothing');
  const close = () => setAsks('nothing');
  const remove = async () => {
    await api.delete(id);
    const toastId = `playlist ${id}`;
    const undo = () => {
      dismissToast(toastId);
      toastOnError(api.restore(id));
    };
    toast({
      id: toastId,
      kind: 'success',
      title: playlistsTexts.deleted(title),
      action: { label: texts.undo.verb, run: undo },
    });
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={playlistsTexts.more} boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}">
            <Icon of={Ellipsis} />
          </IconButton>
        }
        items={[
          { label: playlistsTexts.rename, icon: Pencil, onSelect: () => setAsks('name') },
          { label: playlistsTexts.whoSees, icon: Eye, onSelect: () => setAsks('visibility') },
          {
            label: playlistsTexts.queue,
            icon: ListEnd,
            isDisabled: onQueue === null,
            onSelect: () => onQueue?.(),
          },
          {
            label: playlistsTexts.delete,
            icon: Trash2,
            isDangerous: true,
            onSelect: () => {
              // The page of a deleted playlist says that it is missing: leave it first.
              void router.navigate({ to: '/library', replace: true });
              toastOnError(remove());
            },
          },
        ]}
      />
      {asks === 'visibility' && (
        <VisibilityDialog
          visibility={visibility}
          onChange={(changed) => toastOnError(api.update(id, { visibility: changed }))}
          onClose={close}
        />
      )}
      {asks === 'name' && (
        <NameDialog
          playlistId={id}
          heading={playlistsTexts.rename}
          verb={playlistsTexts.save}
          words={{ title, description }}
          onSave={(changed) => toastOnError(api.update(id, changed))}
          onClose={close}
        />
      )}
    </>
  );
}
