import { type ReactNode, useCallback, useState } from 'react';
import type { PersonSummary } from './block-sheet.tsx';
import { Avatar } from '../../design/art.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';

const BlockSheet = lazyPart(() => import('./block-sheet.tsx').then((m) => m.BlockSheet), 'overlay');
const ReportSheet = lazyPart(() => import('./report-sheet.tsx').then((m) => m.ReportSheet), 'overlay');

type OpenSheet =
  { kind: 'block'; person: PersonSummary } | { kind: 'report'; person: PersonSummary; messageId: string | null };

/** Opens the sheets for reporting and blocking. Each function has a stable identity. Callers render `layer`. */
interface Safety {
  /** Opens the form that reports the message, or the profile if there is no `messageId`. */
  report: (person: PersonSummary, messageId?: string | null) => void;
  block: (person: PersonSummary) => void;
  layer: ReactNode;
}

export function useSafety(onBlocked: () => void = () => undefined): Safety {
  const [openSheet, setOpenSheet] = useState<OpenSheet | null>(null);
  const close = () => setOpenSheet(null);
  return {
    report: useCallback((person, messageId = null) => setOpenSheet({ kind: 'report', person, messageId }), []),
    block: useCallback((person) => setOpenSheet({ kind: 'block', person }), []),
    layer: openSheet && renderSheet(openSheet, close, onBlocked),
  };
}

function renderSheet(openSheet: OpenSheet, onClose: () => void, onBlocked: () => void): ReactNode {
  const { person } = openSheet;
  if (openSheet.kind === 'block') return <BlockSheet person={person} onClose={onClose} onBlocked={onBlocked} />;
  return (
    <ReportSheet
      subject={openSheet.messageId === null ? 'profile' : 'message'}
      subjectId={openSheet.messageId ?? person.id}
      name={person.name}
      picture={<Avatar name={person.name} src={person.avatarSrc} size="sm" />}
      person={person}
      onClose={onClose}
      onBlocked={onBlocked}
    />
  );
}
