import type { Scope } from '../../../sync/client.ts';
import type { ActionPayload } from '../../../sync/model/actions.ts';
import type { ProfileRow } from '../../../sync/model/tables/user-profiles.ts';
import { toastError } from '../../engine/call-failure.ts';
import { useScope } from '../../engine/live.ts';
import { useAct } from '../../engine/use-act.ts';
import { toast } from '../../engine/toast.ts';
import { profileTexts } from './profile-texts.ts';

interface Save {
  before: ProfileRow;
  changes: ActionPayload<'profile.update'> | null;
  picture: { medium: Blob; small: Blob } | null;
}

/** Stores edits of the profile and its picture on the device. The promise resolves to true once they are stored, else to false after an error toast. */
export function useSaveProfile(): (save: Save) => Promise<boolean> {
  const scope = useScope();
  const { run } = useAct('profile.update', {
    refused: ({ code, message }) => ({
      title: code === 'restricted_words' ? profileTexts.rejected : profileTexts.updateFailed,
      text: message,
    }),
  });
  return async ({ before, changes, picture }) => {
    try {
      if (picture) await scope.avatar.put(picture.medium, picture.small);
    } catch (error) {
      toastError(error);
      return false;
    }
    if (changes) {
      const id = await run(changes);
      if (id === null) return false;
      const privacy = changes.privacy_setting;
      if (privacy && privacy !== before.privacy_setting) logPrivacy(scope, id, before.privacy_setting, privacy);
    }
    if (changes || picture) toast({ kind: 'success', title: profileTexts.updated });
    return true;
  };
}

/** Logs a change of privacy as a security event, once the server has applied the change: logging needs the network. */
function logPrivacy(scope: Scope, actionId: string, from: string, to: string): void {
  scope.onOutcome(actionId, (action) => {
    if (action?.status === 'applied')
      scope.procedures.logSecurityEvent('profile_privacy_changed', 'info', { from, to });
  });
}
