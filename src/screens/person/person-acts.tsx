import { useSafety } from '../../components/safety/safety.tsx';
import { ConnectButton } from '../../components/connection/connect-button.tsx';
import { PersonMore } from '../../components/connection/person-more.tsx';

interface PersonActsProps {
  personId: string;
  onMessage: (personId: string) => void;
  onPlay: (personId: string) => void;
}

/** What can be done with a person on their page. */
export function PersonActs({ personId, onMessage, onPlay }: PersonActsProps) {
  const safety = useSafety();
  return (
    <>
      <ConnectButton personId={personId} place="profile" onMessage={onMessage} />
      <PersonMore personId={personId} onPlay={onPlay} onReport={safety.report} onBlock={safety.block} />
      {safety.over}
    </>
  );
}
