// `npm run bench -- realtime` measures how long a change takes to reach everybody who receives it, with one client
// connected and with 201.
import { openTestStack, type TestStack } from '../../../supabase/local/test-stack.ts';
import { measureInTurn, ms, summary, table, timed, type Timed } from '../measure.ts';
import { digestTopic, openSubscribers, type Subscriber, type Subscription } from './subscribers.ts';

const MANY = 201;

interface Kind {
  readonly name: string;
  readonly subscriptionOf: (id: string, topic: string) => Subscription;
  readonly change: (sql: TestStack['sql'], owner: string) => Promise<unknown>;
  readonly receiversOf: (subscribers: readonly Subscriber[]) => readonly Subscriber[];
}

const kinds: readonly Kind[] = [
  {
    name: 'a digest, sent to everybody',
    subscriptionOf: (_id, topic) => ({ topic }),
    // `publish_digest` sends at most every 5 s, so this message is sent directly.
    change: (sql) => sql`select realtime.send('{"counts": []}', 'digest', topic, true) from private.digest`,
    receiversOf: (subscribers) => subscribers,
  },
  {
    name: 'a ZAP, sent to its owner alone',
    subscriptionOf: (id) => ({ table: 'zap_actions', filter: `user_id=eq.${id}` }),
    change: (sql, owner) =>
      sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
          values (${owner}, 'zap', 1, current_date)`,
    receiversOf: (subscribers) => subscribers.slice(0, 1),
  },
];

const rows: string[][] = [];
for (const kind of kinds) {
  const stacks = [await openTestStack({ durable: true }), await openTestStack({ durable: true })];
  const pieces: Timed[] = [];
  for (const [i, stack] of stacks.entries()) {
    const topic = await digestTopic(stack.sql);
    const subscribers = await openSubscribers(stack, i === 0 ? 1 : MANY, (id) => kind.subscriptionOf(id, topic));
    pieces.push(
      timed(async () => {
        const received = Promise.all(kind.receiversOf(subscribers).map((subscriber) => subscriber.next()));
        const started = performance.now();
        await kind.change(stack.sql, subscribers[0]?.id ?? '');
        await received;
        return performance.now() - started;
      }),
    );
  }
  await measureInTurn(pieces, { rounds: 30, warmUps: 5 });
  const [single = Number.NaN, many = Number.NaN] = pieces.map((piece) => summary(piece).median);
  rows.push([kind.name, ms(single), ms(many), (many / single).toFixed(1)]);
  for (const stack of stacks) await stack.close();
}
console.log(
  table(['from the statement to the last subscriber, ms', '1 subscriber', `${MANY} subscribers`, 'ratio'], rows),
);
process.exit(0);
