import { toast } from '../engine/toast.ts';
import type { DeskMessages } from './desk-drafts.ts';
import { uploadTexts } from './upload-texts.ts';

export const deskMessages: DeskMessages = {
  notStored: () => void toast({ id: 'upload-not-kept', kind: 'error', ...uploadTexts.notKept }),
  refused: (title, text) => void toast({ kind: 'error', title, text }),
};
