import { Link as LinkSign } from 'lucide';
import { Button, IconButton } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { copyLink, sendLink } from '../../../engine/copy-link.ts';
import { texts } from '../../../platform/texts.ts';
import { useIsDesktop } from '../../../platform/viewport.ts';
import { playlistsTexts } from './playlists-texts.ts';

/** Shares the playlist's link by the system's share sheet on a phone that has one; copies the link elsewhere. */
export function LinkToPlaylist({ playlistId, title }: { playlistId: string; title: string }) {
  const path = `/playlist/${playlistId}`;
  if (useIsDesktop())
    return (
      <Button variant="outline" onClick={() => void copyLink(path)}>
        <Icon of={LinkSign} size={18} />
        {texts.link.copy}
      </Button>
    );
  const isSystem = typeof navigator.share === 'function';
  return (
    <IconButton
      label={isSystem ? playlistsTexts.sendLink : texts.link.copy}
      boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
      onClick={() => void (isSystem ? sendLink(path, title) : copyLink(path))}
    >
      <Icon of={LinkSign} />
    </IconButton>
  );
}
