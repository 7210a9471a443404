import { Box, chakra, Flex } from '@chakra-ui/react';
import { useSelector } from '@xstate/react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { uploadSlots } from '../../../sync/model/rules.ts';
import { useAccount, useLive, useMe, useSync } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { FilesBlock } from './files-block.tsx';
import { FormFields } from './form-fields.tsx';
import { audioProblem, coverProblem } from './file-checks.ts';
import { openUploads, slotsWords } from './upload-engine.ts';
import {
  emptyForm,
  type FormErrors,
  formErrors,
  newRecord,
  readDraft,
  saveDraft,
  type UploadForm,
} from './upload-form.ts';
import { UploadDone } from './upload-done.tsx';

/** /upload: the form, the upload under way, and the success view. */
export function UploadPage({ profileLink }: { profileLink: ReactNode }) {
  const sync = useSync();
  const actor = openUploads(sync);
  const isDone = useSelector(actor, (snapshot) => snapshot.matches('done'));
  const record = useSelector(actor, (snapshot) => snapshot.context.record);
  const slotsLeft = useSelector(actor, (snapshot) => snapshot.context.slotsLeft);
  return (
    <Box maxWidth="720px" mx="auto" px={{ base: '16px', md: '24px' }} pt={{ base: '4px', lg: '24px' }} pb="14px">
      {isDone && record ? (
        <UploadDone
          record={record}
          slotsWords={slotsLeft === null ? null : slotsWords(slotsLeft)}
          profileLink={profileLink}
          onAnother={() => actor.send({ type: 'another.requested' })}
        />
      ) : (
        <UploadWork />
      )}
    </Box>
  );
}

function UploadWork() {
  const sync = useSync();
  const actor = openUploads(sync);
  const account = useAccount();
  const me = useMe();
  const genres = useLive(sync.genres);
  const snapshot = useSelector(actor, (each) => each);
  const [form, setForm] = useState<UploadForm>(emptyForm);
  const [audio, setAudio] = useState<File | null>(null);
  const [cover, setCover] = useState<File | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [isChecking, setChecking] = useState(false);
  const slots = useSlotsLeft();
  const touched = useRef(false);
  const artistName = me?.profile?.artist_name ?? '';

  useEffect(() => {
    void readDraft(sync).then((draft) => {
      if (!touched.current) setForm(draft ?? { ...emptyForm, artistName });
    });
  }, [sync, artistName]);

  const { record } = snapshot.context;
  const isUnderWay = !snapshot.matches('form');
  const shownForm = isUnderWay && record ? record.form : form;

  function change(next: UploadForm) {
    touched.current = true;
    setForm(next);
    void saveDraft(sync, next);
  }

  async function pickAudio(file: File) {
    const problem = await audioProblem(file);
    setErrors((before) => withError(before, 'audio', problem));
    if (problem) return void toast({ kind: 'error', title: texts.upload.fileInvalid.title, text: problem });
    setAudio(file);
  }

  async function pickCover(file: File) {
    const problem = await coverProblem(file);
    setErrors((before) => withError(before, 'cover', problem));
    if (problem) return void toast({ kind: 'error', title: texts.upload.coverInvalid, text: problem });
    setCover(file);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isUnderWay || isChecking || !form.rightsConfirmed) return;
    if (account.kind !== 'user' || account.locked) return void toast({ kind: 'error', ...texts.upload.sessionExpired });
    setChecking(true);
    const found = formErrors(form);
    const audioError = audio ? await audioProblem(audio) : 'Choose an MP3 file';
    if (audioError) found.audio = audioError;
    // At once, so that the first field with an error can take the focus.
    flushSync(() => {
      setErrors(found);
      setChecking(false);
    });
    if (Object.keys(found).length > 0 || !audio) {
      element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    actor.send({ type: 'upload.submitted', record: newRecord(account.userId, form, audio, cover) });
  }

  useEffect(() => {
    const finished = actor.on('upload.done', () => {
      touched.current = false;
      setAudio(null);
      setCover(null);
      void saveDraft(sync, null);
    });
    return () => finished.unsubscribe();
  }, [actor, sync]);

  const isWaiting = snapshot.matches({ active: 'waiting' });
  return (
    <chakra.form
      onSubmit={(event) => void submit(event)}
      noValidate
      display="flex"
      flexDirection="column"
      minHeight={{ base: 'calc(100dvh - 56px - 64px - 20px)', lg: '0' }}
    >
      <Flex align="flex-end" gap="12px" wrap="wrap">
        <chakra.h1 textStyle="poster" flex="1 1 auto" fontSize={{ base: '32px', lg: '44px' }}>
          {texts.upload.heading}
        </chakra.h1>
        {slots && (
          <Box textStyle="meta" color="fg.muted" pb="3px" fontVariantNumeric="tabular-nums">
            {slots.left} of {slots.cap} slots left
          </Box>
        )}
      </Flex>
      <FilesBlock
        snapshot={snapshot}
        audio={audio}
        cover={cover}
        errors={errors}
        onAudio={(file) => void pickAudio(file)}
        onCover={(file) => void pickCover(file)}
        onClearAudio={() => setAudio(null)}
        onCancel={() => {
          // The form keeps what was typed, also after a reload has taken the page's own copy.
          if (record) change(record.form);
          actor.send({ type: 'upload.cancelled' });
        }}
      />
      {(errors.audio ?? errors.cover) && <FieldError>{errors.audio ?? errors.cover}</FieldError>}
      <FormFields
        form={shownForm}
        errors={errors}
        genres={genres.map((each) => each.name)}
        isReadOnly={isUnderWay}
        onChange={change}
      />
      <Box flex="1" />
      <Box position="sticky" bottom="calc(var(--bottom-bars, 0px))" bg="bg" pt="10px" pb="10px" zIndex="1">
        <Button
          type="submit"
          size="lg"
          width="100%"
          disabled={isUnderWay || !shownForm.rightsConfirmed}
          busy={isChecking ? 'Checking' : null}
          {...(isUnderWay ? { color: 'fg.muted' } : {})}
        >
          {isWaiting ? texts.sync.waitingToSend : isUnderWay ? texts.upload.busy : texts.upload.submit}
        </Button>
      </Box>
    </chakra.form>
  );
}

function withError(errors: FormErrors, field: 'audio' | 'cover', problem: string | null): FormErrors {
  const { [field]: _, ...others } = errors;
  return problem ? { ...others, [field]: problem } : others;
}

/** Slots left as the server says; null while it cannot be asked. */
function useSlotsLeft(): { left: number; cap: number } | null {
  const sync = useSync();
  const me = useMe();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void sync.procedures.checkUploadSlots().then((answer) => {
      if (isCurrent && answer.ok) setLeft(answer.value.slots_available);
    });
    return () => {
      isCurrent = false;
    };
  }, [sync]);
  return left === null ? null : { left, cap: uploadSlots(me?.stats?.fan_level ?? 1) };
}
