import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import type { ProfileRow } from '../../../sync/model/tables/user-profiles.ts';
import { useDroppedFiles } from '../../upload/dropped-files.ts';
import { pictureTexts } from '../../platform/open-picture.ts';
import { lengthOf } from '../../platform/characters.ts';
import { texts } from '../../platform/texts.ts';
import { useOwnAvatar } from '../../components/person/use-own-avatar.ts';
import { Button } from '../../design/button.tsx';
import { Field, FieldError, Input, TextArea } from '../../design/field.tsx';
import { Segment } from '../../design/segment.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { cropPicture, readPicture } from './chosen-picture.ts';
import { LinkFields } from './link-fields.tsx';
import { type ChosenPicture, PictureField, ZoomSlider } from './picture-field.tsx';
import {
  BIO_MAX,
  NAME_MAX,
  profileChanges,
  profileErrors,
  type ProfileForm,
  toForm,
} from '../../components/profile/profile-rules.ts';
import { profileTexts } from '../../components/profile/profile-texts.ts';
import { useSaveProfile } from '../../components/profile/use-save-profile.ts';

const privacies = (['public', 'friends_only', 'private'] as const).map((value) => ({
  value,
  label: profileTexts.privacies[value],
}));

export function EditProfile({ profile, onClose }: { profile: ProfileRow; onClose: () => void }) {
  const [form, setForm] = useState(() => toForm(profile));
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [pictureError, setPictureError] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const avatarSrc = useOwnAvatar();
  const save = useSaveProfile();
  const pictureErrorId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const errors = isChecked ? profileErrors(form) : {};
  const set = (part: Partial<ProfileForm>) => setForm((previous) => ({ ...previous, ...part }));

  const choose = useCallback(async (file: File | undefined) => {
    if (!file) return;
    const read = await readPicture(file);
    if (read.kind === 'refused') return setPictureError(read.message);
    setPictureError(null);
    setPicture(read.picture);
  }, []);
  const onDropped = useCallback(([file]: readonly File[]) => void choose(file), [choose]);
  useDroppedFiles('picture', onDropped);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(profileErrors(form)).length > 0) return focusFirstError(fields);
    setSaving(true);
    const sizes = picture && (await cropPicture(picture));
    if (picture && !sizes) setPictureError(pictureTexts.notImage);
    else if (await save({ before: profile, changes: profileChanges(form, profile), picture: sizes })) return onClose();
    setSaving(false);
  }

  return (
    <Sheet wide title={profileTexts.edit} asks="plain" onClose={onClose}>
      <form ref={fields} onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="18px" px={{ base: '16px', lg: '28px' }}>
          <Flex gap="16px" align="flex-start" wrap={{ base: 'wrap', sm: 'nowrap' }}>
            <PictureField
              name={form.artist_name}
              src={avatarSrc}
              chosen={picture}
              errorId={pictureError ? pictureErrorId : undefined}
              onFile={(file) => void choose(file)}
              onCrop={(crop) => setPicture((previous) => previous && { ...previous, crop })}
            />
            <Box flex="1 1 160px" minWidth="0">
              <Field
                label={profileTexts.name}
                aside={`${lengthOf(form.artist_name)}/${NAME_MAX}`}
                error={errors.artist_name ?? null}
              >
                {({ id, describedBy, invalid }) => (
                  <Input
                    id={id}
                    name="artist_name"
                    autoComplete="nickname"
                    aria-required
                    aria-invalid={invalid}
                    aria-describedby={describedBy}
                    value={form.artist_name}
                    onChange={(event) => set({ artist_name: event.currentTarget.value })}
                  />
                )}
              </Field>
              {picture && (
                <ZoomSlider
                  crop={picture.crop}
                  onCrop={(crop) => setPicture((previous) => previous && { ...previous, crop })}
                />
              )}
            </Box>
          </Flex>
          {pictureError && <FieldError id={pictureErrorId}>{pictureError}</FieldError>}
          <Field label={profileTexts.bio} aside={`${lengthOf(form.bio)}/${BIO_MAX}`} error={errors.bio ?? null}>
            {({ id, describedBy, invalid }) => (
              <TextArea
                id={id}
                name="bio"
                aria-invalid={invalid}
                aria-describedby={describedBy}
                value={form.bio}
                onChange={(event) => set({ bio: event.currentTarget.value })}
                height="76px"
                py="12px"
                lineHeight="1.4"
                resize="vertical"
              />
            )}
          </Field>
          <Box>
            <Box fontSize="13px" fontWeight="600" mb="6px" aria-hidden>
              {profileTexts.privacy}
            </Box>
            <Segment
              label={profileTexts.privacy}
              value={form.privacy_setting}
              choices={privacies}
              onChange={(privacy_setting) => set({ privacy_setting })}
              fills
            />
          </Box>
          <LinkFields form={form} errors={errors} onChange={(field, value) => set({ [field]: value })} />
        </Flex>
        <Flex
          gap="8px"
          position="sticky"
          bottom="0"
          mt="18px"
          bg="bg.panel"
          p={{ base: '12px 16px 16px', lg: '12px 28px 24px' }}
          zIndex="1"
        >
          <Button variant="outline" size="lg" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" size="lg" flex="1" busy={isSaving ? profileTexts.saving : null}>
            {profileTexts.save}
          </Button>
        </Flex>
      </form>
    </Sheet>
  );
}

/** Focuses the first invalid field. Waits a frame, until the errors have rendered. */
function focusFirstError(form: React.RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
