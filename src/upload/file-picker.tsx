import type { ReactNode } from 'react';
import { styled } from '../design/styled.tsx';

/** The `accept` value for audio files. The attribute only filters; the check reads the bytes (S-15). */
export const ACCEPTED_AUDIO = '.mp3,.m4a,audio/mpeg';

interface FilePickerProps {
  accept: string;
  label: string;
  isMany?: boolean;
  isInvalid?: boolean;
  isRound?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

export function FilePicker({
  accept,
  label,
  isMany = false,
  isInvalid = false,
  isRound = false,
  onFiles,
  children,
}: FilePickerProps) {
  return (
    <styled.label
      display="flex"
      alignItems="center"
      justifyContent="center"
      cursor="pointer"
      textAlign="center"
      _focusWithin={{ outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' }}
      {...(isRound
        ? {
            position: 'absolute',
            right: '4px',
            bottom: '4px',
            width: '44px',
            height: '44px',
            borderRadius: 'full',
            bg: 'disc',
            color: 'disc.fg',
            boxShadow: '0 0 0 1px rgba(255,255,255,.2)',
          }
        : { position: 'relative', flexDirection: 'column', gap: '4px', flex: 1, borderRadius: 'field' })}
    >
      {children}
      <styled.input
        type="file"
        accept={accept}
        multiple={isMany}
        aria-label={label}
        aria-invalid={isInvalid}
        position="absolute"
        inset="0"
        opacity="0"
        width="100%"
        height="100%"
        cursor="pointer"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Reset, so that the same file can be chosen again after a refusal.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </styled.label>
  );
}
