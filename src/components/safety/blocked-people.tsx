import { Clock } from 'lucide';
import type { BlockView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { durationInWords } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { useNow } from '../../engine/use-now.ts';
import { Avatar } from '../../design/art.tsx';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { List, ListRow } from '../../design/list-row.tsx';
import { Section } from '../../design/page.tsx';
import { Box } from '../../design/styled.tsx';
import { safetyTexts } from './safety-texts.ts';
import { useBlock } from './use-block.ts';

export function BlockedPeople() {
  const blocks = useLive(useScope().blocks);
  const now = useNow(60_000);
  return (
    <Section title={safetyTexts.people}>
      {blocks.length === 0 ? (
        <Box color="fg.muted">{safetyTexts.nobody}</Box>
      ) : (
        <List aria-label={safetyTexts.people}>
          {blocks.map((block) => (
            <BlockedRow key={block.personId} block={block} now={now} />
          ))}
        </List>
      )}
    </Section>
  );
}

function BlockedRow({ block, now }: { block: BlockView; now: number }) {
  const { personId, person, blockedAt, isPending } = block;
  const name = person?.artistName || safetyTexts.nameless;
  const { unblock } = useBlock(personId, name);
  return (
    <ListRow
      lead={<Avatar name={name} src={person?.avatarSrc ?? null} size="lg" />}
      title={name}
      meta={
        isPending ? (
          <>
            <Icon of={Clock} size={14} />
            <WaitingText
              filter={({ kind, payload }) => kind === 'connection.block' && payload['partner_id'] === personId}
            />
          </>
        ) : (
          safetyTexts.since(durationInWords(Math.max(0, now - Date.parse(blockedAt))))
        )
      }
      trailing={
        <Button
          variant="outline"
          size="sm"
          aria-label={safetyTexts.unblockOf(name)}
          onClick={() => toastOnError(unblock())}
        >
          {safetyTexts.unblock}
        </Button>
      }
    />
  );
}
