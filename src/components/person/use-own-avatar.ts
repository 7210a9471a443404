import type { AvatarState } from '../../../sync/client.ts';
import { constant, useLive, useMe, useScopeOrNull } from '../../engine/live.ts';
import { useObjectUrl } from '../../platform/use-object-url.ts';

const noPicture = constant<AvatarState>({ kind: 'none' });

/** URL of the own picture: the new one while it uploads, else the profile's. Null without one. */
export function useOwnAvatar(): string | null {
  const avatar = useLive(useScopeOrNull()?.avatar.state ?? noPicture);
  const fresh = useObjectUrl(avatar.kind === 'none' ? null : avatar.picture);
  const kept = useMe()?.avatarSrc ?? null;
  return fresh ?? kept;
}
