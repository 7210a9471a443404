import { Clock, Pencil, TriangleAlert } from 'lucide';
import { memo, useSyncExternalStore } from 'react';
import type { MessageView } from '../../../sync/client.ts';
import { span } from '../../lib/format.ts';
import { useScope } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { useHasTwoPanes } from '../../lib/viewport.ts';
import { Avatar } from '../../ui/art.tsx';
import { CountBadge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Drafts } from './drafts.ts';
import { messagesTexts } from './messages-texts.ts';
import { type Preview, previewOf } from './preview.ts';
import { usePartnerName } from './use-partner-name.ts';

const line = { display: 'flex', alignItems: 'center' } as const;

const look = classes({
  place: { px: { base: '0', md: '10px' }, height: '100%' },
  row: {
    ...line,
    gap: '12px',
    width: '100%',
    height: '100%',
    px: { base: '16px', md: '14px' },
    borderRadius: { md: '12px' },
    textAlign: 'left',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outlineOffset: '-2px' },
  },
  chosen: { bg: 'bg.muted', _hover: { bg: 'bg.muted' } },
  words: { flex: '1', minWidth: '0' },
  head: { display: 'flex', alignItems: 'baseline', gap: '8px' },
  name: { textStyle: 'title', flex: '1', truncate: true },
  age: { textStyle: 'small', color: 'fg.subtle', whiteSpace: 'nowrap' },
  last: { ...line, gap: '8px', mt: '2px', minHeight: '20px' },
  preview: { ...line, flex: '1', minWidth: '0', gap: '5px', fontSize: '14px', color: 'fg.muted' },
  unread: { color: 'fg' },
  failed: { ...line, gap: '5px', color: 'orange.fg', flex: 'none' },
  draft: { ...line, gap: '5px', color: 'fg', fontWeight: '600', flex: 'none' },
  text: { truncate: true, minWidth: '0' },
});

interface ConversationRowProps {
  partnerId: string;
  last: MessageView | null;
  drafts: Drafts;
  isChosen: boolean;
  unread: number;
  /** ms since the epoch */
  now: number;
  onChoose: (partnerId: string) => void;
}

/** One conversation in the list: who it is, the last words, how old they are and how many are unread. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { partnerId, last, drafts, isChosen, unread, now, onChoose } = props;
  const { userId } = useScope();
  const { name, avatarSrc } = usePartnerName(partnerId);
  const isRoomy = useHasTwoPanes();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(partnerId));
  const preview = previewOf(last, draft, userId ?? '');
  return (
    <div className={look('place')}>
      <button
        type="button"
        {...(isChosen ? { 'aria-current': true } : {})}
        onClick={() => onChoose(partnerId)}
        className={look('row', isChosen && 'chosen')}
      >
        <Avatar name={name} src={avatarSrc} size={isRoomy ? 44 : 52} />
        <div className={look('words')}>
          <div className={look('head')}>
            <div className={look('name')}>
              <bdi>{name}</bdi>
            </div>
            {last && <div className={look('age')}>{texts.ago(span(now - Date.parse(last.createdAt)))}</div>}
          </div>
          <div className={look('last')}>
            <Line preview={preview} isUnread={unread > 0} />
            <CountBadge count={unread} label={messagesTexts.unread} />
          </div>
        </div>
      </button>
    </div>
  );
});

function Line({ preview: { kind, text }, isUnread }: { preview: Preview; isUnread: boolean }) {
  return (
    <div className={look('preview', isUnread && 'unread')}>
      {kind === 'failed' && (
        <div className={look('failed')}>
          <Icon of={TriangleAlert} size={13} />
          {messagesTexts.notSentBefore}
        </div>
      )}
      {kind === 'draft' && (
        <div className={look('draft')}>
          <Icon of={Pencil} size={13} />
          {messagesTexts.draft}
        </div>
      )}
      {kind === 'waiting' && <Icon of={Clock} size={13} label={texts.sync.waitingToSend} />}
      <div className={look('text')}>
        {(kind === 'own' || kind === 'waiting') && messagesTexts.youBefore}
        <bdi>{text}</bdi>
      </div>
    </div>
  );
}
