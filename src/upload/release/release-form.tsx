import { Image } from 'lucide';
import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { UploadRecord } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { megabytes } from '../../platform/format.ts';
import { useObjectUrl } from '../../platform/use-object-url.ts';
import { Cover } from '../../design/art.tsx';
import { Button } from '../../design/button.tsx';
import { FieldError } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { FilePicker } from '../file-picker.tsx';
import { formOf } from '../desk-state.ts';
import { uploadTexts } from '../upload-texts.ts';
import type { FreeSlots } from '../use-slots.ts';
import { DraftTracks } from './draft-tracks.tsx';
import type { ReleaseDesk } from './release-desk.ts';
import { releaseErrors, toRelease } from './release-draft.ts';
import { ReleaseFields } from './release-fields.tsx';
import { releaseTexts } from './release-texts.ts';

interface ReleaseFormProps {
  desk: ReleaseDesk;
  uploads: readonly UploadRecord[];
  slots: FreeSlots;
}

export function ReleaseForm({ desk, uploads, slots }: ReleaseFormProps) {
  const scope = useScope();
  const isLocked = useLive(scope.isLocked);
  const { draft, cover, coverProblem, errors, isSubmitting } = useLive(desk.state);
  const { checks, formStates } = useLive(desk.uploads);
  const coverSrc = useObjectUrl(cover);
  const { form } = draft;
  const fitting = uploads.slice(0, slots.free ?? uploads.length);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (isSubmitting || checks > 0 || !form.rightsConfirmed) return;
    if (isLocked) return void toast({ kind: 'error', ...uploadTexts.sessionExpired });
    const titles = fitting.map((record) => formOf(record, formStates.get(record.id), '').title);
    const found = releaseErrors(form, titles);
    if (uploads.length > 0 && fitting.length === 0) found.tracks = releaseTexts.allWait;
    // Rendered synchronously, so that the first invalid field can take the focus.
    flushSync(() => desk.setErrors(found));
    if (Object.keys(found).length > 0) return element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    toastOnError(desk.submit(fitting.map(({ id }) => id)));
  }

  const bytes = fitting.reduce((sum, { audio }) => sum + (audio?.bytes ?? 0), 0);
  const publishAt = form.publishAt && !Number.isNaN(Date.parse(form.publishAt)) ? toRelease(draft).publishAt : null;
  return (
    <Flex
      direction={{ base: 'column', lg: 'row' }}
      gap={{ base: '28px', lg: '64px' }}
      mt={{ base: '16px', lg: '24px' }}
      align="flex-start"
    >
      <styled.form onSubmit={submit} noValidate width={{ base: '100%', lg: '656px' }} flex="0 1 auto" minWidth="0">
        <styled.fieldset display="contents" disabled={isSubmitting}>
          <ReleaseFields
            desk={desk}
            form={form}
            tracks={fitting.length}
            genres={useLive(scope.genres).map(({ name }) => name)}
            errors={errors}
            cover={
              <Box position="relative" width={{ base: '116px', lg: '176px' }} flex="none">
                <Cover src={coverSrc} coverSeed={cover ? null : draft.id} px={176} eager dimmed={!cover} />
                <FilePicker
                  accept="image/*"
                  label={cover ? 'Change cover' : 'Add cover'}
                  isInvalid={coverProblem !== null}
                  onFiles={([file]) => void (file && desk.pickCover(file))}
                  isRound
                >
                  <Icon of={Image} size={19} />
                </FilePicker>
              </Box>
            }
          />
        </styled.fieldset>
        {coverProblem && <FieldError>{coverProblem}</FieldError>}
        {errors.tracks && <FieldError>{errors.tracks}</FieldError>}
        <Flex align="center" gap="14px" mt="14px" wrap="wrap">
          <Button
            type="submit"
            size="lg"
            disabled={!form.rightsConfirmed}
            busy={checks > 0 ? 'Checking' : isSubmitting ? uploadTexts.busy : null}
          >
            {releaseTexts.submit}
          </Button>
          {fitting.length > 0 && (
            <Box textStyle="small" color="fg.muted" fontVariantNumeric="tabular-nums" flex="1 1 180px">
              <div>{releaseTexts.count(fitting.length, megabytes(bytes))}</div>
              <div>{releaseTexts.shows(fitting.length, publishAt)}</div>
            </Box>
          )}
        </Flex>
      </styled.form>
      <styled.fieldset display="contents" disabled={isSubmitting}>
        <DraftTracks desk={desk} uploads={uploads} artistName={form.artistName} slots={slots} />
      </styled.fieldset>
    </Flex>
  );
}
