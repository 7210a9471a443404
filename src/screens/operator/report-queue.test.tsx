import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ActOutcome, RemoteApi, RemoteReading, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import type { AppealRow, QueueRow } from '../../../sync/model/operator/reports.ts';
import { toasts } from '../../engine/toast.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { hashCode } from './hash-code.ts';
import { OperatorPage } from './operator-page.tsx';

const at = '2026-11-28T10:00:00.123456+00:00';
const rowOf = (name: string, change: Partial<QueueRow> = {}): QueueRow => ({
  act_id: null,
  subject: 'profile',
  subject_id: name,
  person_id: name,
  person_name: name,
  excerpt: name,
  cover_url: null,
  avatar_url: null,
  reason: 'impersonation',
  people: 2,
  at,
  seen_at: at,
  by: null,
  ends_at: null,
  is_hidden: false,
  is_gone: false,
  ...change,
});
const counts = { open: 3, appeals: 2, hidden: 1, silenced: 0, dismissed: 0 };
const detail = {
  reports: [{ id: 'r', name: 'Moth Parade', avatar_url: null, reason: 'impersonation', details: 'Not them.', at }],
  messages: [],
  track: null,
  releases: [],
  person: { since: at, tracks: 3, plays: 996, reports: 1, dismissed: 1, hidden: 0, silenced: 0, is_silenced: false },
};
const appealOf = (id: string, change: Partial<AppealRow> = {}): AppealRow => ({
  id,
  content: `It is ${id}'s own recording.`,
  at,
  act: 'hide',
  act_at: at,
  reason: 'Same count-in',
  by: 'Mara',
  is_own: false,
  ends_at: null,
  subject: 'profile',
  subject_id: id,
  person_id: id,
  person_name: id,
  excerpt: '',
  cover_url: null,
  avatar_url: null,
  ...change,
});
const ruleRows = [
  { subject: 'item', id: 'glow', name: 'Glow Border', fields: { zap_cost: 20, stock: null, is_active: true } },
  { subject: 'rule', id: 'vote', name: 'vote', fields: { zap_value: -5, min_level: 3 } },
];
const invitation = {
  id: 'flyers',
  note: 'Flyers',
  by: 'Mara',
  created_at: at,
  uses: 0,
  max_uses: 20,
  ends_at: at,
  revoked_at: null,
  is_open: true,
};
const figures = {
  people_today: 412,
  new_this_week: 38,
  plays_today: 6204,
  plays_yesterday: 21,
  uploads_today: 17,
  tracks: 1038,
  stored_bytes: 0,
  files: 0,
  open_reports: 3,
  oldest_report_at: null,
  abuse_last_hour: 0,
  abuse_today: 0,
  lag_ms: 400,
  longest_lag_ms: 2100,
  errors: null,
  disk: null,
};

interface Opened {
  network?: 'online' | 'offline';
  outcome?: ActOutcome<unknown>;
  rows?: QueueRow[];
  queueFailure?: { kind: 'refused'; code: string; message: string };
}

function openPage({ network = 'online', outcome, rows, queueFailure }: Opened) {
  const act = vi.fn(() =>
    Promise.resolve(outcome ?? { kind: 'done' as const, value: { success: true, act_id: 'act-1' } }),
  );
  const live = createLive<unknown>({ kind: 'loading' });
  const here = (value: unknown) => ({
    kind: 'here',
    value,
    at: Date.now(),
    isStale: false,
    isAsking: false,
    failure: null,
  });
  const queue = (open: QueueRow[]) => here({ counts, rows: open });
  live.set(
    queueFailure
      ? { kind: 'failed', failure: queueFailure, isAsking: false }
      : queue(rows ?? [rowOf('Ann'), rowOf('Bea'), rowOf('Cleo')]),
  );
  const invitations = createLive<unknown>(here([invitation]));
  const reads: Record<string, unknown> = {
    'operator-report': createLive(here(detail)),
    'operator-invitations': invitations,
    'operator-rules': createLive(here({ rows: ruleRows, changes: [] })),
    'operator-appeals': createLive(here([appealOf('Dora'), appealOf('Edda', { is_own: true })])),
    'operator-radio': createLive(here({ playing: null, stopped: null, queue: [] })),
    'operator-figures': createLive(here(figures)),
    'operator-settings': createLive(here({ words: ['spam'], passcode_changed_at: null, passcode_uses_today: 61 })),
  };
  const remote = {
    act,
    read: ({ name }: { name: string }) =>
      Object.assign(reads[name] ?? live, { retry: () => undefined }) as RemoteReading<never>,
  } as unknown as RemoteApi;
  const scopeParts = {
    status: createLive(restingStatus(network)),
    remote: () => Promise.resolve(remote),
    track: () => createLive(null),
    kept: { states: createLive(new Map()) },
  } as unknown as Partial<Scope>;
  return {
    scopeParts,
    act,
    showRows: (open: QueueRow[]) => live.set(queue(open)),
    showRevoked: () => invitations.set(here([{ ...invitation, is_open: false, revoked_at: at }])),
  };
}

const onForbidden = vi.fn();
const element = (
  <OperatorPage onPlay={() => undefined} nowPlaying={{ trackId: null, isPlaying: false }} onForbidden={onForbidden} />
);
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const reason = () => page.getByLabelText('Reason (shown to the person if you hide or silence)');

it('the report queue works by keyboard alone: j and k move, Enter opens, the next row gets the focus after a decision; a toast offers Undo', async () => {
  const { scopeParts, act, showRows } = openPage({});
  await renderFor(scopeParts, element);
  await expect.element(row('Ann')).toBeVisible();
  await userEvent.keyboard('jj');
  await expect.element(row('Bea')).toHaveFocus();
  await userEvent.keyboard('kj{Enter}');
  await expect.element(row('Bea')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('“Not them.”')).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(reason()).toHaveFocus();
  await userEvent.keyboard('Jk is fine{Tab}{Tab}{Enter}');
  await expect.poll(() => act.mock.calls.length).toBe(1);
  expect(act).toHaveBeenCalledWith(expect.objectContaining({ procedure: 'operator_decide' }), {
    decision: 'dismiss',
    row: expect.objectContaining({ subject_id: 'Bea', seen_at: at }),
    reason: 'Jk is fine',
    days: null,
  });
  showRows([rowOf('Ann'), rowOf('Cleo')]);
  await expect.element(row('Cleo')).toHaveFocus();
  expect(toasts.get().at(-1)).toMatchObject({ title: 'Dismissed', duration: 10_000, action: { label: 'Undo' } });
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(act).toHaveBeenLastCalledWith(expect.objectContaining({ procedure: 'operator_undo' }), { actId: 'act-1' });
});

it('a decision needs a reason; the field says so, and keeps the text when another operator has already decided', async () => {
  const message = 'Already decided: Juno dismissed it on 28 November at 10:00 UTC.';
  const { scopeParts, act } = openPage({ outcome: { kind: 'refused', code: 'already_decided', message } });
  await renderFor(scopeParts, element);
  await row('Ann').click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Write a reason for your decision.');
  await expect.element(reason()).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
  await reason().fill('Checked');
  await page.getByRole('button', { name: 'Silence' }).click();
  await page.getByRole('menuitem', { name: 'For 7 days' }).click();
  await expect.poll(() => toasts.get().at(-1)).toMatchObject({ title: 'Somebody was faster', text: message });
  expect(act).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ decision: 'silence', days: 7 }));
  await expect.element(reason()).toHaveValue('Checked');
});

it('the report queue offers to hide tracks only', async () => {
  const { scopeParts } = openPage({ rows: [rowOf('Ann'), rowOf('Pier', { subject: 'track' })] });
  await renderFor(scopeParts, element);
  await row('Ann').click();
  await expect.element(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Hide track' })).not.toBeInTheDocument();
  await row('Pier').click();
  await expect.element(page.getByRole('button', { name: 'Hide track' })).toBeVisible();
});

it('the report queue decides nothing while offline, and says why', async () => {
  const { scopeParts: offlineParts, act } = openPage({ network: 'offline' });
  await renderFor(offlineParts, element);
  await expect.element(page.getByText('Needs a connection').first()).toBeVisible();
  await row('Ann').click();
  await reason().fill('Checked');
  await page.getByRole('button', { name: 'Dismiss' }).click({ force: true });
  expect(act).not.toHaveBeenCalled();
});

it('an empty report queue says that nothing waits', async () => {
  const { scopeParts } = openPage({ rows: [] });
  await renderFor(scopeParts, element);
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
});

it('the operator page shows nothing to people who are not operators, and notifies the route', async () => {
  const closed = openPage({ queueFailure: { kind: 'refused', code: '42501', message: 'permission denied' } });
  await renderFor(closed.scopeParts, element);
  await expect.poll(() => onForbidden.mock.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByText('Reports')).not.toBeInTheDocument();
});

it('an appeal opens by keyboard, and its answer needs a reason; the operator who made the decision is advised to leave the answer to others', async () => {
  const { scopeParts, act } = openPage({ outcome: { kind: 'done', value: { success: true } } });
  await renderFor(scopeParts, element);
  await page.getByText('Appeals 2').click();
  await expect.element(row('Dora')).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByText("It is Dora's own recording.")).toBeVisible();
  await expect.element(page.getByText(/^You made this decision/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Keep' }).click();
  const reasonOfAnswer = page.getByLabelText('Reason (shown to the person)');
  await expect.element(reasonOfAnswer).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
  await userEvent.keyboard('Their own{Tab}{Enter}');
  await expect.poll(() => act.mock.calls.length).toBe(1);
  expect(act).toHaveBeenCalledWith(expect.objectContaining({ procedure: 'operator_answer' }), {
    appealId: 'Dora',
    outcome: 'undo',
    reason: 'Their own',
  });
  await row('Edda').click();
  await expect.element(page.getByText(/^You made this decision/)).toBeVisible();
});

it('the rule form sends only the fields that differ, shows old and new values, and stays open when another operator has changed the rule', async () => {
  const message = 'It is now 6, not 5. Nothing was changed.';
  const { scopeParts, act } = openPage({ outcome: { kind: 'refused', code: 'changed_meanwhile', message } });
  await renderFor(scopeParts, element);
  await page.getByRole('button', { name: 'Change: Vote' }).click();
  const price = page.getByLabelText('Price in ZAPs');
  await expect.element(price).toHaveValue('5');
  await price.fill('7.5');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a whole number.');
  await price.fill('7');
  await expect.element(page.getByText('Price in ZAPs: 5 → 7')).toBeVisible();
  await page.getByLabelText('Reason (for the log)').fill('Too cheap');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(`Somebody was faster: ${message}`)).toBeVisible();
  expect(act).toHaveBeenCalledWith(expect.objectContaining({ procedure: 'operator_change' }), {
    row: expect.objectContaining({ subject: 'rule', id: 'vote' }),
    from: { zap_value: -5 },
    to: { zap_value: -7 },
    reason: 'Too cheap',
  });
  await expect.element(price).toHaveValue('7');
});

it('the invitation form checks the number of uses, sends only the hash of the code, and shows the code once', async () => {
  const { scopeParts, act } = openPage({ outcome: { kind: 'done', value: { success: true } } });
  await renderFor(scopeParts, element);
  await page.getByLabelText('Uses').fill('0');
  await page.getByRole('button', { name: 'Make invitation' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('A whole number from 1 to 1,000.');
  expect(act).not.toHaveBeenCalled();
  await page.getByLabelText('Uses').fill('20');
  await page.getByLabelText('Note (operators read it)').fill('Flyers');
  await page.getByRole('button', { name: 'Make invitation' }).click();
  const code = page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await expect.element(code).toBeVisible();
  const hash = hashCode(code.element().textContent ?? '');
  expect(act).toHaveBeenCalledWith(expect.objectContaining({ procedure: 'operator_invite' }), {
    hash,
    note: 'Flyers',
    uses: 20,
    endsAt: expect.stringMatching(/^\d{4}-/),
  });
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(code).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Make invitation' })).toHaveFocus();
});

it('an invitation that is revoked by keyboard keeps the focus in its row', async () => {
  const { scopeParts, act, showRevoked } = openPage({ outcome: { kind: 'done', value: { success: true } } });
  await renderFor(scopeParts, element);
  const revoke = page.getByRole('button', { name: 'Revoke: Flyers' });
  await expect.element(revoke).toBeVisible();
  (revoke.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => act.mock.calls.length).toBe(1);
  showRevoked();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Flyers' })).toHaveFocus();
  expect(act).toHaveBeenCalledWith(expect.objectContaining({ procedure: 'operator_end_invitation' }), {
    invitationId: 'flyers',
  });
});
