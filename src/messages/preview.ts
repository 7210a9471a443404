import type { MessageView } from '../../sync/client.ts';

export interface Preview {
  kind: 'failed' | 'draft' | 'waiting' | 'own' | 'theirs';
  text: string;
}

/** The preview of a conversation in the list: a refused message, else the draft, else a waiting message, else the last message. */
export function previewOf(last: MessageView | null, draft: string, userId: string): Preview {
  if (last?.state === 'failed') return { kind: 'failed', text: last.content };
  if (draft.trim() !== '') return { kind: 'draft', text: draft };
  if (!last) return { kind: 'theirs', text: '' };
  if (last.state !== 'sent') return { kind: 'waiting', text: last.content };
  return { kind: last.senderId === userId ? 'own' : 'theirs', text: last.content };
}
