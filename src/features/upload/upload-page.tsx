import { Box, chakra, Flex } from '@chakra-ui/react';
import {
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { uploadSlots } from '../../../sync/model/rules.ts';
import { useLive, useMe, useScope } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { uploadTexts } from './upload-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { FilesBlock } from './files-block.tsx';
import { coverProblem, takeAudio } from './file-checks.ts';
import { FormFields } from './form-fields.tsx';
import { UploadDone } from './upload-done.tsx';
import { driveUploads, slotsWords } from './upload-driver.ts';
import { type FormErrors, formErrors } from './upload-form.ts';
import { isUnderWay } from './upload-stage.ts';
import { type UploadWork, useUpload } from './use-upload.ts';

/** /upload: the form, the upload under way, and the success view. */
export function UploadPage({ profileLink }: { profileLink: ReactNode }) {
  const artistName = useMe()?.profile?.artist_name ?? '';
  const first = useMemo(() => ({ artistName }), [artistName]);
  const work = useUpload(first, sayNotKept);
  const { record, files } = work;
  return (
    <Box maxWidth="720px" mx="auto" px={{ base: '16px', md: '24px' }} pt={{ base: '4px', lg: '24px' }} pb="14px">
      {record?.stage.kind === 'done' ? (
        <UploadDone
          record={record}
          cover={files?.cover ?? null}
          slotsWords={record.stage.slotsLeft === null ? null : slotsWords(record.stage.slotsLeft)}
          profileLink={profileLink}
          onAnother={work.another}
        />
      ) : (
        <UploadWorkForm work={work} />
      )}
    </Box>
  );
}

function sayNotKept(): void {
  toast({ id: 'upload-not-kept', kind: 'error', ...uploadTexts.notKept });
}

function UploadWorkForm({ work }: { work: UploadWork }) {
  const scope = useScope();
  const isLocked = useLive(scope.isLocked);
  const genres = useLive(scope.genres);
  const { record, form, files } = work;
  const [errors, setErrors] = useState<FormErrors>({});
  /** Files that are being looked at, and the press that is being kept: the form goes with all of them or not at all. */
  const [checks, setChecks] = useState(0);
  const slots = useSlotsLeft();
  const progress = useProgress(record?.id ?? null);
  const isSent = record !== null && isUnderWay(record);

  const noteProblem = useCallback((part: 'audio' | 'cover', title: string, problem: string | null) => {
    setErrors((before) => withProblem(before, part, problem));
    if (problem !== null) toast({ kind: 'error', title, text: problem });
  }, []);

  async function checked<T>(work: Promise<T>): Promise<T> {
    setChecks((before) => before + 1);
    try {
      return await work;
    } finally {
      setChecks((before) => before - 1);
    }
  }

  async function pickAudio(file: File) {
    const taken = await checked(takeAudio(file));
    const problem = typeof taken === 'string' ? taken : null;
    noteProblem('audio', uploadTexts.fileInvalid.title, problem);
    if (typeof taken !== 'string') work.choose('audio', { blob: taken.blob, name: file.name, type: taken.blob.type });
  }

  async function pickCover(file: File) {
    const problem = await checked(coverProblem(file));
    noteProblem('cover', uploadTexts.coverInvalid, problem);
    if (problem === null) work.choose('cover', { blob: file, name: file.name, type: file.type });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isSent || checks > 0 || !form.rightsConfirmed) return;
    if (isLocked) return void toast({ kind: 'error', ...uploadTexts.sessionExpired });
    const found = formErrors(form);
    if (!record?.audio || files?.audio === null) found.audio = 'Choose an MP3 file';
    // At once, so that the first field with an error can take the focus.
    flushSync(() => setErrors(found));
    if (Object.keys(found).length > 0) return element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    try {
      await checked(work.submit({ ...form, title: form.title.trim(), artistName: form.artistName.trim() }));
      driveUploads(scope);
    } catch {
      // `sayNotKept` has said why; the form is as it was.
    }
  }

  const isWaiting = record?.stage.kind === 'sending' && record.stage.waitsFor !== null;
  const busyWords = isWaiting ? texts.sync.waitingToSend : uploadTexts.busy;
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
          {uploadTexts.heading}
        </chakra.h1>
        {slots && (
          <Box textStyle="meta" color="fg.muted" pb="3px" fontVariantNumeric="tabular-nums">
            {slots.left} of {slots.cap} slots left
          </Box>
        )}
      </Flex>
      <FilesBlock
        record={record}
        cover={files?.cover ?? null}
        progress={progress}
        errors={errors}
        onAudio={(file) => void pickAudio(file)}
        onCover={(file) => void pickCover(file)}
        onClearAudio={() => work.choose('audio', null)}
        onCancel={work.cancel}
      />
      {(errors.audio ?? errors.cover) && <FieldError>{errors.audio ?? errors.cover}</FieldError>}
      <FormFields
        form={form}
        errors={errors}
        genres={genres.map((each) => each.name)}
        isReadOnly={isSent || !work.isFound}
        onChange={work.change}
      />
      <Box flex="1" />
      <Box position="sticky" bottom="calc(var(--bottom-bars, 0px))" bg="bg" pt="10px" pb="10px" zIndex="1">
        <Button
          type="submit"
          size="lg"
          width="100%"
          disabled={isSent || !form.rightsConfirmed}
          busy={checks > 0 ? 'Checking' : null}
          {...(isSent ? { color: 'fg.muted' } : {})}
        >
          {isSent ? busyWords : uploadTexts.submit}
        </Button>
      </Box>
    </chakra.form>
  );
}

function withProblem(errors: FormErrors, part: 'audio' | 'cover', problem: string | null): FormErrors {
  const { [part]: _, ...others } = errors;
  return problem === null ? others : { ...others, [part]: problem };
}

/** How far this tab's own transfer of that upload is; null when another sends it. */
function useProgress(id: string | null) {
  const { progress } = driveUploads(useScope());
  const all = useSyncExternalStore(progress.subscribe, progress.get);
  return (id !== null && all.get(id)) || null;
}

/** Slots left as the server says; null while it cannot be asked. */
function useSlotsLeft(): { left: number; cap: number } | null {
  const { procedures } = useScope();
  const me = useMe();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void procedures.checkUploadSlots().then((answer) => {
      if (isCurrent && answer.ok) setLeft(answer.value.slots_available);
    });
    return () => {
      isCurrent = false;
    };
  }, [procedures]);
  return left === null ? null : { left, cap: uploadSlots(me?.stats?.fan_level ?? 1) };
}
