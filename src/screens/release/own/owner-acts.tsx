import { useRouter } from '@tanstack/react-router';
import { Ellipsis, EyeOff, ListPlus, Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import type { OwnReleaseView, ReleasesApi } from '../../../../sync/client.ts';
import { IconButton } from '../../../design/button.tsx';
import { Confirm } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Menu } from '../../../design/menu.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { toast } from '../../../engine/toast.ts';
import { AddTracks } from './add-tracks.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ownerTexts } from './owner-texts.ts';

interface OwnerActsProps {
  release: OwnReleaseView;
  api: ReleasesApi;
}

/** The release's More for its owner. */
export function OwnerActs({ release, api }: OwnerActsProps) {
  const router = useRouter();
  const [open, setOpen] = useState<'edit' | 'add' | 'delete' | null>(null);
  const { id, title, places, publishedAt } = release;
  const awaited = places.filter(({ isAwaited }) => isAwaited);
  const close = () => setOpen(null);
  const removeAwaited = async () => {
    for (const place of awaited) await api.remove(id, place.id);
  };
  const remove = async () => {
    await api.delete(id);
    toast({ id: `release ${id}`, kind: 'success', title: ownerTexts.deleted });
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={ownerTexts.more} boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}">
            <Icon of={Ellipsis} />
          </IconButton>
        }
        items={[
          { label: ownerTexts.edit, icon: Pencil, onSelect: () => setOpen('edit') },
          { label: ownerTexts.add, icon: ListPlus, onSelect: () => setOpen('add') },
          ...(awaited.length > 0 && awaited.length < places.length
            ? [{ label: ownerTexts.withoutMissing, icon: EyeOff, onSelect: () => toastOnError(removeAwaited()) }]
            : []),
          { label: ownerTexts.delete, icon: Trash2, isDangerous: true, onSelect: () => setOpen('delete') },
        ]}
      />
      {open === 'edit' && (
        <EditDialog release={release} onSave={(changes) => toastOnError(api.update(id, changes))} onClose={close} />
      )}
      {open === 'add' && <AddTracks release={release} api={api} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={ownerTexts.deleteTitle(title)}
          verb={ownerTexts.delete}
          variant="dangerSolid"
          onCancel={close}
          onConfirm={() => {
            close();
            // The page of a deleted release says that it is missing: leave it first.
            void router.navigate({ to: '/profile', replace: true });
            toastOnError(remove());
          }}
        >
          {publishedAt === null ? ownerTexts.deletePrivateText : ownerTexts.deleteText}
        </Confirm>
      )}
    </>
  );
}
