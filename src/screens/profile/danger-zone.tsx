import { CloudOff, Trash2 } from 'lucide';
import { useState } from 'react';
import { deleteAccount } from '../../../sync/model/remote-acts.ts';
import { ExportAccount } from '../../components/export/export-account.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { useEngine, useIsOffline } from '../../engine/live.ts';
import type { User } from '../../engine/user.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { profileTexts } from '../../components/profile/profile-texts.ts';
import { isNameTyped } from './typed-name.ts';

export function DangerZone({ user, name }: { user: User; name: string }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Box borderTop="1px solid" borderColor="border" mt="28px">
      <Section title={profileTexts.dangerZone}>
        <ExportAccount user={user} />
        <Flex gap="12px" align="center" wrap="wrap" mt="-6px">
          <Box flex="1 1 220px" color="fg.muted">
            {profileTexts.danger}
          </Box>
          <Button variant="danger" onClick={() => setConfirming(true)}>
            <Icon of={Trash2} size={18} />
            {profileTexts.deleteProfile}
          </Button>
        </Flex>
      </Section>
      {isConfirming && <DeleteProfile name={name} onClose={() => setConfirming(false)} />}
    </Box>
  );
}

/** Deletes the account, once the person has typed the profile's name. Needs the network (S-32). */
function DeleteProfile({ name, onClose }: { name: string; onClose: () => void }) {
  const { auth } = useEngine();
  const isOffline = useIsOffline();
  const [typed, setTyped] = useState('');
  const { state, run } = useRemoteAct(deleteAccount);
  const isBusy = state.kind === 'busy' || state.kind === 'done';
  const isConfirmed = isNameTyped(typed, name);

  async function deleteProfile() {
    const outcome = await run(null);
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind !== 'done') return;
    // Discard queued actions: their account is deleted.
    await auth.signOut({ discard: true, isAccountGone: true });
    toast({ kind: 'success', ...profileTexts.profileDeleted });
  }

  return (
    <Confirm
      title={profileTexts.deleteProfileAsk}
      verb={profileTexts.deleteProfile}
      icon={isOffline && <Icon of={CloudOff} />}
      variant="dangerSolid"
      isReady={isConfirmed && !isOffline}
      busy={isBusy ? profileTexts.deleting : null}
      onCancel={onClose}
      onConfirm={() => toastOnError(deleteProfile())}
    >
      <Box mb="16px">{profileTexts.deleteProfileText}</Box>
      <Box color="fg">
        <Field label={profileTexts.typeName(name)}>
          {({ id }) => (
            <Input
              id={id}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      </Box>
      {isOffline && (
        <Flex role="status" gap="8px" align="center" mt="12px">
          <Icon of={CloudOff} size={18} />
          {profileTexts.needsNetwork}
        </Flex>
      )}
    </Confirm>
  );
}
