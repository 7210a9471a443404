import { CircleAlert } from 'lucide';
import { useId } from 'react';
import { FieldError, Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { type LinkField, links, type ProfileErrors, type ProfileForm } from '../../components/profile/profile-rules.ts';
import { profileTexts } from '../../components/profile/profile-texts.ts';

interface LinkFieldsProps {
  form: ProfileForm;
  errors: ProfileErrors;
  onChange: (field: LinkField, value: string) => void;
}

export function LinkFields({ form, errors, onChange }: LinkFieldsProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Flex justify="space-between" fontSize="13px" mb="6px">
        <Box id={id} fontWeight="600">
          {profileTexts.links}
        </Box>
        <Box color="fg.subtle">{profileTexts.allOptional}</Box>
      </Flex>
      <Flex direction="column" gap="6px">
        {links.map(({ field }) => {
          const error = errors[field];
          return (
            <Box key={field} position="relative">
              <styled.label
                htmlFor={`${id}-${field}`}
                position="absolute"
                left="14px"
                top="0"
                lineHeight="44px"
                fontSize="13px"
                fontWeight="600"
                color="fg.muted"
              >
                {profileTexts.linkNames[field]}
              </styled.label>
              <Input
                id={`${id}-${field}`}
                name={field}
                type="url"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                height="44px"
                pl="92px"
                {...(error ? { pr: '44px' } : {})}
                placeholder={profileTexts.linkHints[field]}
                aria-invalid={error !== undefined}
                aria-describedby={error ? `${id}-${field}-error` : undefined}
                value={form[field]}
                onChange={(event) => onChange(field, event.currentTarget.value)}
              />
              {error && (
                <>
                  <Box position="absolute" right="12px" top="12px" color="red.fg">
                    <Icon of={CircleAlert} />
                  </Box>
                  <FieldError id={`${id}-${field}-error`}>{error}</FieldError>
                </>
              )}
            </Box>
          );
        })}
      </Flex>
    </Box>
  );
}
