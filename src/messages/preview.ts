import type { MessageView } from '../../sync/client.ts';

/** The one line of a conversation in the list, and what it says of its state. */
export interface Preview {
  kind: 'failed' | 'draft' | 'waiting' | 'own' | 'theirs';
  text: string;
}

/** What was refused goes before a draft, a draft before what waits, and that before what was said last. */
export function previewOf(last: MessageView | null, draft: string, userId: string): Preview {
  if (last?.state === 'failed') return { kind: 'failed', text: last.content };
  if (draft.trim() !== '') return { kind: 'draft', text: draft };
  if (!last) return { kind: 'theirs', text: '' };
  if (last.state !== 'sent') return { kind: 'waiting', text: last.content };
  return { kind: last.senderId === userId ? 'own' : 'theirs', text: last.content };
}
