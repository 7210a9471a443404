import { mysteryPack } from '../../supabase/tests/scene.ts';
import { openTestStack } from '../../supabase/local/test-stack.ts';
import { checkLedger } from './invariants.ts';
import { countsText, type Report } from './report.ts';

const TRIES = 64;
/** Price of a Mystery Pack, in ZAPs. */
const PRICE = 25;

/** Changes of the purchase's request. Each tries to make the purchase fail after the draw, or to reveal more than was bought. */
const tamperings: readonly { readonly query?: string; readonly headers?: Record<string, string> }[] = [
  { query: '?select=a:purchase_store_item->>new_balance::bit,b:purchase_store_item->prize' },
  { query: '?select=purchase_store_item->prize->>name::integer' },
  { query: '?offset=5' },
  { query: '?limit=-1' },
  { query: '?order=a.b.c' },
  { query: '?new_balance=gt.x' },
  { query: '?and=(a.eq.1)' },
  { headers: { prefer: 'tx=rollback' } },
  { headers: { prefer: 'handling=strict, max-affected=0' } },
  { headers: { prefer: 'handling=strict, timezone=Nowhere' } },
  { headers: { range: '7-9', 'range-unit': 'items', prefer: 'count=exact' } },
  { headers: { accept: 'text/csv' } },
  { headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze' } },
  { headers: { accept: 'application/octet-stream' } },
  { headers: { 'content-profile': 'private' } },
];

/** Buys Mystery Packs by tampered requests. Each success must be paid for, and the answer to a failed request must not tell what was drawn. */
export async function reroll(): Promise<Report> {
  const test = await openTestStack({ app: ({ res }) => void res.end('the app') });
  const faults: string[] = [];
  const outcomes: string[] = [];
  try {
    const { id, token } = await test.createUser();
    await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                   values (${id}, 'zap', 100000, '2026-01-05')`;
    const readState = async () => {
      const [row] = await test.sql<{ zaps: number; packs: number; won: number }[]>`
        select b.zaps, count(*) filter (where a.action_type = 'store_purchase')::int as packs,
               coalesce(sum(a.zap_value) filter (where a.action_type = 'mystery_prize'), 0)::int as won
          from public.user_balances b left join public.zap_actions a using (user_id)
          where b.user_id = ${id} group by b.zaps`;
      return row ?? { zaps: 0, packs: 0, won: 0 };
    };
    for (let n = 0; n < TRIES; n += 1) {
      const { query = '', headers = {} } = tamperings[n % tamperings.length] ?? {};
      const before = await readState();
      const response = await fetch(`${test.stack.url}/rest/v1/rpc/purchase_store_item${query}`, {
        method: 'POST',
        headers: {
          apikey: test.stack.keys.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify({ item_id: mysteryPack }),
      });
      const text = await response.text();
      const after = await readState();
      const bought = after.packs - before.packs;
      outcomes.push(`${response.status}${bought === 1 ? ' bought' : ''}`);
      const label = `${query}${JSON.stringify(headers)}`;
      if (after.zaps !== before.zaps - PRICE * bought + (after.won - before.won))
        faults.push(`${label}: the balance is wrong`);
      if (response.status >= 500) faults.push(`${label}: answered ${response.status} ${text}`);
      if (bought !== (response.ok ? 1 : 0)) faults.push(`${label}: answered ${response.status}, bought ${bought}`);
      if (bought === 0 && /prize|\d+ ZAPs|Glow|Badge/.test(text))
        faults.push(`${label}: revealed a prize that was not bought: ${text}`);
    }
    const ledger = await checkLedger(test.sql);
    return {
      lines: [`${TRIES} purchases: ${countsText(outcomes)}`, ledger.line],
      faults: [...faults, ...ledger.faults],
    };
  } finally {
    await test.close();
  }
}
