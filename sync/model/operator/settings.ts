import * as z from 'zod/mini';
import type { RemoteAct } from '../remote-acts.ts';
import type { RemoteRead } from '../remote-reads.ts';
import { MINUTE, done, unanswered } from './shared.ts';

export const operatorSettings = {
  name: 'operator-settings',
  from: { procedure: 'operator_settings', with: {} },
  answer: z.object({
    words: z.array(z.string()),
    /**
     * Null until an operator changes the passcode, which comes from the server's settings at first. Sent back with a change, as text,
     * because a Date has no microseconds.
     */
    passcode_changed_at: z.nullable(z.string()),
    passcode_uses_today: z.number(),
  }),
  freshMs: MINUTE,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const invitation = z.object({
  id: z.string(),
  note: z.string(),
  uses: z.number(),
  max_uses: z.number(),
  ends_at: z.string(),
  revoked_at: z.nullable(z.string()),
  created_at: z.string(),
  by: z.string(),
  /** Whether the invitation admits people now. */
  is_open: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

export const operatorInvitations = {
  name: 'operator-invitations',
  from: { procedure: 'operator_invitations', with: {} },
  answer: z.array(invitation),
  freshMs: MINUTE / 2,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

const fields = z.record(z.string(), z.nullable(z.union([z.number(), z.boolean()])));
/** The fields of a rule or an item that operators change, by column. */
export type RuleFields = z.infer<typeof fields>;
const ruleRow = z.object({
  subject: z.enum(['rule', 'item']),
  id: z.string(),
  /** An item's name, or a rule's type. */
  name: z.string(),
  fields,
});
export type RuleRow = z.infer<typeof ruleRow>;
const ruleChange = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  name: z.string(),
  reason: z.string(),
  from: fields,
  to: fields,
});
export type RuleChange = z.infer<typeof ruleChange>;

export const operatorRules = {
  name: 'operator-rules',
  from: { procedure: 'operator_rules', with: {} },
  answer: z.object({ rows: z.array(ruleRow), changes: z.array(ruleChange) }),
  freshMs: MINUTE / 2,
  isConfidential: true,
} satisfies RemoteRead<unknown>;

export const restrictWord = {
  procedure: 'operator_set_word',
  parameters: (request: { word: string; isRestricted: boolean }) => ({
    p_word: request.word,
    p_is_restricted: request.isRestricted,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorSettings],
  refused: { title: 'List not changed', byCode: { already_removed: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'List not changed' },
} satisfies RemoteAct<never, unknown>;

/** Replaces only the passcode that the operator saw. The hash is made on the device: the request does not contain the passcode (S-3). */
export const changePasscode = {
  procedure: 'operator_set_passcode',
  parameters: (request: { hash: string; seenChangedAt: string | null }) => ({
    p_hash: request.hash,
    p_seen_changed_at: request.seenChangedAt,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorSettings],
  refused: { title: 'Passcode not changed' },
  failed: { ...unanswered, title: 'Passcode not changed' },
} satisfies RemoteAct<never, unknown>;

/** The code is made on the device, and this request contains only its hash. */
export const makeInvitation = {
  procedure: 'operator_invite',
  parameters: (request: { hash: string; note: string; uses: number; endsAt: string }) => ({
    p_hash: request.hash,
    p_note: request.note,
    p_uses: request.uses,
    p_ends_at: request.endsAt,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorInvitations],
  refused: { title: 'Invitation not made' },
  failed: { ...unanswered, title: 'Invitation not made' },
} satisfies RemoteAct<never, unknown>;

export const endInvitation = {
  procedure: 'operator_end_invitation',
  parameters: (request: { invitationId: string }) => ({ p_invitation_id: request.invitationId }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorInvitations],
  refused: { title: 'Not ended', byCode: { already_ended: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not ended' },
} satisfies RemoteAct<never, unknown>;

/** Changes only the fields in `to`, and only if they still have the values in `from`. */
export const changeRule = {
  procedure: 'operator_change',
  parameters: (request: {
    row: Pick<RuleRow, 'subject' | 'id'>;
    from: RuleFields;
    to: RuleFields;
    reason: string;
  }) => ({
    p_subject: request.row.subject,
    p_id: request.row.id,
    p_from: request.from,
    p_to: request.to,
    p_reason: request.reason,
  }),
  keyLifetime: 'none',
  answer: done,
  invalidates: [operatorRules],
  refused: { title: 'Not changed', byCode: { changed_meanwhile: { title: 'Somebody was faster' } } },
  failed: { ...unanswered, title: 'Not changed' },
} satisfies RemoteAct<never, unknown>;
