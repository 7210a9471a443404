import { lazyPart } from '../ui/lazy-part.tsx';

const ConnectButton = lazyPart(
  () => import('../features/connections/connect-button.tsx').then((m) => m.ConnectButton),
  'unseen',
);
const PersonMore = lazyPart(
  () => import('../features/connections/person-more.tsx').then((m) => m.PersonMore),
  'unseen',
);

interface PersonActsProps {
  personId: string;
  onMessage: (personId: string) => void;
  onPlay: (personId: string) => void;
}

/** What can be done with a person on their page. */
export function PersonActs({ personId, onMessage, onPlay }: PersonActsProps) {
  return (
    <>
      <ConnectButton personId={personId} place="profile" onMessage={onMessage} />
      <PersonMore personId={personId} onPlay={onPlay} />
    </>
  );
}
