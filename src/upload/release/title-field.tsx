import { InlineField } from '../../design/inline-field.tsx';
import { TITLE_MAX } from '../upload-form.ts';
import { trackTitleProblem } from './release-draft.ts';
import { releaseTexts } from './release-texts.ts';

interface TitleFieldProps {
  title: string;
  onSave: (title: string) => void;
  onCancel: () => void;
}

export function TitleField({ title, onSave, onCancel }: TitleFieldProps) {
  return (
    <InlineField
      label={releaseTexts.newTitle(title)}
      value={title}
      maxLength={TITLE_MAX}
      saveLabel={releaseTexts.save}
      cancelLabel={releaseTexts.keep}
      problemOf={(next) => {
        const text = trackTitleProblem(next);
        return text === null ? null : { title: releaseTexts.notRenamed, text };
      }}
      onSave={onSave}
      onCancel={onCancel}
    />
  );
}
