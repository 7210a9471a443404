import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../sync/client.ts';
import { createDrafts, draftsOf } from './drafts.ts';
import { lengthOf, messageError, refusalText } from './message-rules.ts';
import { previewOf } from './preview.ts';

const message = (state: MessageView['state'], senderId = 'me'): MessageView => ({
  id: 'm',
  senderId,
  content: 'words',
  createdAt: '2027-01-01T00:00:00Z',
  isRead: true,
  state,
  actionId: null,
  error: null,
});

describe('a message', () => {
  it('has 1 to 2000 characters after trimming, as the server counts them', () => {
    expect(messageError(' \n ')).toBe('Message cannot be empty');
    expect(messageError(' a ')).toBeNull();
    expect(messageError(` ${'🎵'.repeat(2000)} `)).toBeNull();
    expect(messageError('a'.repeat(2001))).toBe('Message must be less than 2000 characters');
    expect(lengthOf(' 🎵a ')).toBe(2);
  });

  it('shows the specified text if the server refuses it', () => {
    expect(refusalText({ code: 'not_connected', message: 'No.' })).toEqual({
      title: 'You can only message your connections',
    });
    expect(refusalText({ code: 'too_fast', message: 'Please wait.' })).toEqual({
      title: 'Failed to send message',
      text: 'Please wait.',
    });
    expect(refusalText({ code: '', message: '' })).toEqual({ title: 'Failed to send message' });
  });
});

describe('the preview of a conversation', () => {
  it('prefers a refused message, then a draft, then a waiting message, then the last message', () => {
    expect(previewOf(message('failed'), 'a draft', 'me')).toEqual({ kind: 'failed', text: 'words' });
    expect(previewOf(message('waiting'), 'a draft', 'me')).toEqual({ kind: 'draft', text: 'a draft' });
    expect(previewOf(message('waiting'), ' ', 'me')).toEqual({ kind: 'waiting', text: 'words' });
    expect(previewOf(message('sending'), '', 'me')).toEqual({ kind: 'waiting', text: 'words' });
    expect(previewOf(message('sent'), '', 'me')).toEqual({ kind: 'own', text: 'words' });
    expect(previewOf(message('sent', 'ann'), '', 'me')).toEqual({ kind: 'theirs', text: 'words' });
    expect(previewOf(null, 'a draft', 'me')).toEqual({ kind: 'draft', text: 'a draft' });
  });
});

describe('drafts', () => {
  it('are stored per partner, and notify subscribers of changes', () => {
    const texts = new Map<string, string>();
    const device = {
      text: (key: string) => texts.get(key) ?? null,
      setText: (key: string, text: string) => texts.set(key, text) === texts,
    };
    const drafts = createDrafts(device);
    const published: string[] = [];
    drafts.subscribe(() => published.push(drafts.get('ann')));
    drafts.set('ann', 'Halide');
    drafts.set('ann', 'Halide');
    drafts.set('bob', 'Tram');
    expect([drafts.get('ann'), drafts.get('bob'), drafts.get('cem')]).toEqual(['Halide', 'Tram', '']);
    expect(published).toEqual(['Halide', 'Halide']);
    const later = createDrafts(device);
    expect([later.get('ann'), later.get('bob')]).toEqual(['Halide', 'Tram']);
  });

  it('are stored in order until queued, and can return to the field', () => {
    const texts = new Map<string, string>();
    const device = {
      text: (key: string) => texts.get(key) ?? null,
      setText: (key: string, text: string) => texts.set(key, text) === texts,
    };
    const storedDraft = () => createDrafts(device).get('ann');
    const drafts = draftsOf(device);
    drafts.set('ann', 'first');
    drafts.moveToOutgoing('ann');
    drafts.set('ann', 'second');
    drafts.moveToOutgoing('ann');
    drafts.set('ann', 'third');
    expect([draftsOf(device).get('ann'), storedDraft()]).toEqual(['third', 'first\nsecond\nthird']);
    drafts.removeOutgoing('ann');
    expect([drafts.outgoing('ann'), storedDraft()]).toEqual([['second'], 'second\nthird']);
    drafts.restoreOutgoing('ann');
    expect([drafts.get('ann'), drafts.outgoing('ann'), storedDraft()]).toEqual(['second\nthird', [], 'second\nthird']);
  });
});
