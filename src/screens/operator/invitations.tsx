import { CloudOff } from 'lucide';
import { endInvitation, operatorInvitations, type Invitation } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { momentOf } from '../../platform/format.ts';
import { InvitationForm } from './invitation-form.tsx';
import { operatorTexts } from './operator-texts.ts';

const words = operatorTexts.invitations;

export function Invitations({ isOffline }: { isOffline: boolean }) {
  const read = useRemote(operatorInvitations);
  return (
    <Section title={words.title}>
      <Box textStyle="meta" color="fg.muted" mb="12px">
        {words.about}
      </Box>
      <InvitationForm isOffline={isOffline} />
      {read.kind === 'failed' && <FailedState title={words.failed} isBusy={read.isAsking} onRetry={read.retry} />}
      {read.kind === 'here' && read.value.length === 0 && (
        <Box color="fg.muted" mt="16px">
          {words.none}
        </Box>
      )}
      {read.kind === 'here' && (
        <styled.ul aria-label={words.title} listStyleType="none" mt="12px">
          {read.value.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} isOffline={isOffline} />
          ))}
        </styled.ul>
      )}
    </Section>
  );
}

function Row({ invitation, isOffline }: { invitation: Invitation; isOffline: boolean }) {
  const { state, run } = useRemoteAct(endInvitation);
  const { note, by, created_at, is_open } = invitation;
  const title = note === '' ? words.untitled : note;

  async function revoke() {
    const outcome = await run({ invitationId: invitation.id });
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind !== 'done') return;
    toast({ kind: 'success', ...words.done });
  }
  return (
    <Flex
      as="li"
      // Takes the focus when its button is removed.
      tabIndex={-1}
      align="center"
      gap="12px"
      py="10px"
      borderTop="1px solid"
      borderColor="border"
      _first={{ border: 'none' }}
    >
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        <Box textStyle="title" dir="auto" {...(is_open ? {} : { color: 'fg.muted' })}>
          {title}
        </Box>
        <Box textStyle="meta" color="fg.muted">
          {stateOf(invitation)}
        </Box>
        <Box textStyle="small" color="fg.subtle">
          {momentOf(created_at)} {words.by(by)}
        </Box>
      </Box>
      {is_open && (
        <Button
          variant="outline"
          size="sm"
          aria-label={words.revokeOf(title)}
          busy={state.kind === 'busy' ? operatorTexts.busy : null}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : { onClick: () => toastOnError(revoke()) })}
        >
          {isOffline && <Icon of={CloudOff} size={16} />}
          {words.revoke}
        </Button>
      )}
    </Flex>
  );
}

function stateOf({ is_open, uses, max_uses, ends_at, revoked_at }: Invitation): string {
  if (revoked_at !== null) return words.revoked(momentOf(revoked_at));
  if (uses >= max_uses) return words.usedUp;
  if (!is_open) return words.ended(momentOf(ends_at));
  return `${words.left(max_uses - uses, max_uses)}, ${words.until(momentOf(ends_at))}`;
}
