import { type FormEvent, useEffect, useState } from 'react';
import type { Scope } from '../../../sync/client.ts';
import type { ActionKind } from '../../../sync/model/actions.ts';
import type { ProfileRow } from '../../../sync/model/tables/user-profiles.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useMe, useScope } from '../../engine/live.ts';
import { isDefaultName } from '../../platform/default-name.ts';
import { Button } from '../../design/button.tsx';
import { fromLeft, fromRight, overEdges } from '../../design/edges.ts';
import { Field, Input } from '../../design/field.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { profileErrors, toForm } from './profile-rules.ts';
import { profileTexts } from './profile-texts.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Actions that show the person's name to others. */
const NAME_SHOWING_ACTIONS: readonly ActionKind[] = ['share.add', 'message.send', 'connection.request', 'track.create'];
const ASKED_KEY = 'name-asked';

interface NameQuestionProps {
  email: string;
  isOnPeoplePage: boolean;
}

/** Asks a new person once for a public name: on a page about people, or when an action first shows their name to others (S-52). */
export function NameQuestion({ email, isOnPeoplePage }: NameQuestionProps) {
  const scope = useScope();
  const profile = useMe()?.profile ?? null;
  const [isClosed, setClosed] = useState(() => scope.device.text(ASKED_KEY) !== null);
  const hasShownName = useHasShownName(scope, !isClosed);
  if (isClosed || !profile || !isDefaultName(profile.artist_name, email) || !(isOnPeoplePage || hasShownName))
    return null;
  const close = () => {
    // If storage is full, the question returns at the next visit.
    scope.device.setText(ASKED_KEY, 'yes');
    setClosed(true);
  };
  return <Question profile={profile} onClose={close} />;
}

/** Whether an action of NAME_SHOWING_ACTIONS was queued. Stays true after the action has left the queue. */
function useHasShownName({ pending }: Scope, isWatching: boolean): boolean {
  const [hasShownName, setShownName] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const check = () => {
      if (pending.get().some(({ kind }) => NAME_SHOWING_ACTIONS.includes(kind))) setShownName(true);
    };
    check();
    return pending.subscribe(check);
  }, [pending, isWatching]);
  return hasShownName;
}

function Question({ profile, onClose }: { profile: ProfileRow; onClose: () => void }) {
  const { title, text, field, save: verb, notNow } = profileTexts.nameQuestion;
  const save = useSaveProfile();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const problem = profileErrors({ ...toForm(profile), artist_name: name }).artist_name ?? null;
    setError(problem);
    if (problem !== null) return;
    if (await save({ before: profile, changes: { artist_name: name.trim() }, picture: null })) onClose();
  }
  return (
    <Flex
      aria-label={title}
      wrap="wrap"
      align="flex-end"
      gap="12px 24px"
      {...overEdges}
      pl={{ base: fromLeft('16px'), lg: '40px' }}
      pr={{ base: fromRight('16px'), lg: '40px' }}
      py="14px"
      bg="bg.inset"
      borderBottom="1px dashed"
      borderColor="border.emphasized"
      asChild
    >
      <form noValidate onSubmit={(event) => toastOnError(submit(event))}>
        <Box flex="2 1 280px" minWidth="0">
          <Box textStyle="title" role="status">
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted" mt="2px" overflowWrap="anywhere">
            {text(profile.artist_name ?? '')}
          </Box>
        </Box>
        <Box flex="1 1 220px" minWidth="0">
          <Field label={field} error={error}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                autoComplete="nickname"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
        </Box>
        <Flex gap="4px">
          <Button type="submit">{verb}</Button>
          <Button variant="plain" onClick={onClose}>
            {notNow}
          </Button>
        </Flex>
      </form>
    </Flex>
  );
}
