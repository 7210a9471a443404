import { type ReactNode, useCallback, useState } from 'react';
import type { Somebody } from './block-sheet.tsx';
import { Avatar } from '../../design/art.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';

const BlockSheet = lazyPart(() => import('./block-sheet.tsx').then((m) => m.BlockSheet), 'overlay');
const ReportSheet = lazyPart(() => import('./report-sheet.tsx').then((m) => m.ReportSheet), 'overlay');

type Asking = { kind: 'block'; person: Somebody } | { kind: 'report'; person: Somebody; messageId: string | null };

/** Report and block. Each function has a stable identity and opens its sheet, which the caller renders through `over`. */
interface Safety {
  /** Reports the person's message, or their profile without a `messageId`. */
  report: (person: Somebody, messageId?: string | null) => void;
  block: (person: Somebody) => void;
  over: ReactNode;
}

export function useSafety(onBlocked: () => void = () => undefined): Safety {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return {
    report: useCallback((person, messageId = null) => setAsking({ kind: 'report', person, messageId }), []),
    block: useCallback((person) => setAsking({ kind: 'block', person }), []),
    over: asking && question(asking, close, onBlocked),
  };
}

function question(asking: Asking, onClose: () => void, onBlocked: () => void): ReactNode {
  const { person } = asking;
  if (asking.kind === 'block') return <BlockSheet person={person} onClose={onClose} onBlocked={onBlocked} />;
  return (
    <ReportSheet
      subject={asking.messageId === null ? 'profile' : 'message'}
      subjectId={asking.messageId ?? person.id}
      name={person.name}
      picture={<Avatar name={person.name} src={person.avatarSrc} size="sm" />}
      person={person}
      onClose={onClose}
      onBlocked={onBlocked}
    />
  );
}
