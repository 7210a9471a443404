import { Copy, Plus } from 'lucide';
import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { UploadRecord } from '../../sync/client.ts';
import { overBottomBars } from '../platform/bottom-bars.ts';
import { useLive, useScope } from '../engine/live.ts';
import { isCreationOf, useRateLimitText, useWaitingText } from '../engine/use-rate-limit.ts';
import { Button } from '../design/button.tsx';
import { FieldError } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { toast } from '../engine/toast.ts';
import { ACCEPTED_AUDIO, FilePicker } from './file-picker.tsx';
import { FilesBlock } from './files-block.tsx';
import { FormFields } from './form-fields.tsx';
import type { FormState } from './desk-state.ts';
import type { UploadDesk } from './upload-desk.ts';
import { formErrors, type UploadForm } from './upload-form.ts';
import { isHeldUp, isUnderWay } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';

interface UploadSheetProps {
  desk: UploadDesk;
  record: UploadRecord | null;
  formState: FormState | undefined;
  form: UploadForm;
  hasOthers: boolean;
}

export function UploadSheet({ desk, record, formState, form, hasOthers }: UploadSheetProps) {
  const scope = useScope();
  const isLocked = useLive(scope.isLocked);
  const genres = useLive(scope.genres);
  const { checks } = useLive(desk.state);
  const isSent = record !== null && isUnderWay(record);
  const errors = formState?.errors ?? {};

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isSent || checks > 0 || !form.rightsConfirmed) return;
    if (isLocked) return void toast({ kind: 'error', ...uploadTexts.sessionExpired });
    const found = formErrors(form);
    if (!record?.audio) found.audio = 'Choose an MP3 file';
    // Rendered synchronously, so that the first invalid field can take the focus.
    flushSync(() => desk.setErrors(found));
    if (Object.keys(found).length > 0) return element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    try {
      await desk.submit();
    } catch {
      // The desk has shown the failure.
    }
  }

  const isCreation = isCreationOf(record?.trackId ?? '');
  const pace = useRateLimitText(isCreation);
  const waiting = useWaitingText(isCreation, 'short');
  const isWaiting = record != null && (isHeldUp(record) || pace !== null);
  const refusal = record?.stage.kind === 'draft' ? record.stage.refusal : null;
  return (
    <styled.form
      onSubmit={(event) => void submit(event)}
      noValidate
      display="flex"
      flexDirection="column"
      minHeight={{ base: 'calc(100dvh - 204px)', lg: '0' }}
    >
      <FilesBlock desk={desk} record={record} formState={formState} />
      {(errors.audio ?? errors.cover ?? refusal?.text) && (
        <FieldError>{errors.audio ?? errors.cover ?? refusal?.text}</FieldError>
      )}
      <FormFields
        form={form}
        fromFile={formState?.fromFile ?? {}}
        errors={errors}
        genres={genres.map((each) => each.name)}
        isReadOnly={isSent}
        onChange={desk.change}
      />
      <Box flex="1" />
      <Flex display={{ base: 'contents', lg: 'flex' }} gap="10px" pt="10px">
        <Box
          {...overBottomBars}
          position={{ base: 'sticky', lg: 'static' }}
          order={{ base: 1, lg: 0 }}
          bottom="calc(var(--bottom-bars, 0px))"
          bg="bg"
          py={{ base: '10px', lg: '0' }}
          zIndex="1"
        >
          <Button
            type="submit"
            size="lg"
            width={{ base: '100%', lg: 'auto' }}
            disabled={isSent || !form.rightsConfirmed}
            busy={checks > 0 ? 'Checking' : null}
            {...(isSent ? { color: 'fg.muted' } : {})}
          >
            {isSent ? (isWaiting ? waiting : uploadTexts.busy) : uploadTexts.submit}
          </Button>
        </Box>
        {hasOthers && !isSent && (
          <Button variant="quiet" size="lg" onClick={desk.copyToOthers}>
            <Icon of={Copy} size={18} />
            {uploadTexts.copyToOthers}
          </Button>
        )}
        {!hasOthers && record?.audio && (
          <Box hideFrom="lg">
            <FilePicker
              accept={ACCEPTED_AUDIO}
              isMany
              label={uploadTexts.addFiles}
              onFiles={(files) => void desk.addAudio(files)}
            >
              <Flex align="center" justify="center" gap="8px" minHeight="44px" color="fg.muted">
                <Icon of={Plus} size={18} />
                {uploadTexts.addFiles}
              </Flex>
            </FilePicker>
          </Box>
        )}
      </Flex>
    </styled.form>
  );
}
