import { InlineField } from '../../design/inline-field.tsx';
import { lengthOf } from '../../platform/characters.ts';
import { ownTrackTexts } from './own-track-texts.ts';

/** Longest title that a rename may give, in characters. A title at upload may have 100. */
const TITLE_MAX = 60;

interface RenameFieldProps {
  title: string;
  onSave: (title: string) => void;
  onCancel: () => void;
}

export function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  return (
    <InlineField
      label={ownTrackTexts.newTitle(title)}
      value={title}
      maxLength={TITLE_MAX}
      saveLabel={ownTrackTexts.saveTitle}
      cancelLabel={ownTrackTexts.keepTitle}
      problemOf={problemOf}
      onSave={onSave}
      onCancel={onCancel}
    />
  );
}

function problemOf(title: string) {
  if (title === '') return ownTrackTexts.invalidTitle;
  return lengthOf(title) > TITLE_MAX ? ownTrackTexts.titleTooLong : null;
}
