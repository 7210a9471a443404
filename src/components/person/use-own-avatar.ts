import type { AvatarState } from '../../../sync/client.ts';
import { constantLive, useLive, useMe, useScopeOrNull } from '../../engine/live.ts';
import { useObjectUrl } from '../../platform/use-object-url.ts';

const noPicture = constantLive<AvatarState>({ kind: 'none' });

export function useOwnAvatar(): string | null {
  const avatar = useLive(useScopeOrNull()?.avatar.state ?? noPicture);
  const uploading = useObjectUrl(avatar.kind === 'none' ? null : avatar.picture);
  const current = useMe()?.avatarSrc ?? null;
  return uploading ?? current;
}
