import { Clock, Pencil, TriangleAlert } from 'lucide';
import { memo, useSyncExternalStore } from 'react';
import type { MessageView, PendingAction } from '../../sync/client.ts';
import { durationInWords } from '../platform/format.ts';
import { useScope } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { useRateLimitText, useWaitingText } from '../engine/use-rate-limit.ts';
import { useHasTwoPanes } from '../platform/viewport.ts';
import { Avatar } from '../design/art.tsx';
import { CountBadge } from '../design/badge.tsx';
import { classes } from '../design/classes.ts';
import { Icon } from '../design/icon.tsx';
import type { Drafts } from './drafts.ts';
import { messagesTexts } from './messages-texts.ts';
import { type Preview, previewOf } from './preview.ts';
import { usePartnerName } from './use-partner-name.ts';

const line = { display: 'flex', alignItems: 'center', gap: '5px' } as const;

const style = classes({
  row: {
    display: 'grid',
    gridTemplate: '1fr max-content max-content 1fr / auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '12px',
    width: { base: '100%', md: 'calc(100% - 20px)' },
    height: '100%',
    mx: { md: '10px' },
    px: { base: '16px', md: '14px' },
    borderRadius: { md: '12px' },
    textAlign: 'left',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outlineOffset: '-2px' },
    '& > div:first-of-type': { gridRow: '1 / -1' },
  },
  open: { bg: 'bg.muted', _hover: { bg: 'bg.muted' } },
  name: { gridArea: '2 / 2', textStyle: 'title', alignSelf: 'baseline', truncate: true },
  age: { gridArea: '2 / 3', textStyle: 'small', color: 'fg.subtle', whiteSpace: 'nowrap', alignSelf: 'baseline' },
  preview: { gridRow: '3', mt: '2px', minHeight: '20px', fontSize: '14px', color: 'fg.muted' },
  fullWidth: { gridColumn: '2 / -1' },
  unread: { gridColumn: '2', color: 'fg' },
  count: { gridArea: '3 / 3', justifySelf: 'end', display: 'flex' },
  line,
  failed: { ...line, color: 'orange.fg', flex: 'none' },
  draft: { ...line, color: 'fg', fontWeight: '600', flex: 'none' },
  /** A separate element, so that a right-to-left message is truncated at its own end. */
  you: { whiteSpace: 'pre', mr: '-5px' },
  text: { truncate: true, minWidth: '0' },
  rateLimit: { whiteSpace: 'nowrap', flex: 'none' },
});

interface ConversationRowProps {
  partnerId: string;
  last: MessageView | null;
  drafts: Drafts;
  isOpen: boolean;
  unread: number;
  now: number;
  onChoose: (partnerId: string) => void;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { partnerId, last, drafts, isOpen, unread, now, onChoose } = props;
  const { userId } = useScope();
  const { name, avatarSrc } = usePartnerName(partnerId);
  const hasTwoPanes = useHasTwoPanes();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(partnerId));
  const preview = previewOf(last, draft, userId ?? '');
  return (
    <button
      type="button"
      {...(isOpen ? { 'aria-current': true } : {})}
      onClick={() => onChoose(partnerId)}
      className={style('row', isOpen && 'open')}
    >
      <Avatar name={name} src={avatarSrc} size={hasTwoPanes ? 44 : 52} />
      <div dir="auto" className={style('name')}>
        {name}
      </div>
      <div className={style('age')}>{last && texts.ago(durationInWords(now - Date.parse(last.createdAt)))}</div>
      <Line preview={preview} actionId={last?.actionId ?? null} isUnread={unread > 0} />
      {unread > 0 && (
        <div className={style('count')}>
          <CountBadge count={unread} label={messagesTexts.unread} />
        </div>
      )}
    </button>
  );
});

interface LineProps {
  preview: Preview;
  actionId: string | null;
  isUnread: boolean;
}

function Line({ preview: { kind, text }, actionId, isUnread }: LineProps) {
  const column = isUnread ? 'unread' : 'fullWidth';
  const content = (
    <div dir="auto" className={style('text')}>
      {text}
    </div>
  );
  return (
    <div className={style('preview', column, 'line')}>
      {kind === 'failed' && (
        <div className={style('failed')}>
          <Icon of={TriangleAlert} size={13} />
          {messagesTexts.notSentBefore}
        </div>
      )}
      {kind === 'draft' && (
        <div className={style('draft')}>
          <Icon of={Pencil} size={13} />
          {messagesTexts.draft}
        </div>
      )}
      {kind === 'waiting' && <Waiting actionId={actionId} />}
      {(kind === 'own' || kind === 'waiting') && <span className={style('you')}>{messagesTexts.youBefore}</span>}
      {content}
    </div>
  );
}

function Waiting({ actionId }: { actionId: string | null }) {
  const isThisMessage = ({ id }: PendingAction) => id === actionId;
  const fullText = useWaitingText(isThisMessage);
  const isRateLimited = useRateLimitText(isThisMessage) !== null;
  const shortText = useWaitingText(isThisMessage, 'short');
  return (
    <>
      <Icon of={Clock} size={13} label={fullText} />
      {isRateLimited && (
        <span aria-hidden className={style('rateLimit')}>
          {shortText}
        </span>
      )}
    </>
  );
}
