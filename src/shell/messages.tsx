import { PersonMore } from '../components/connection/person-more.tsx';
import { MessagesDialog } from '../messages/messages-dialog.tsx';
import { useNowPlaying, usePlayerDoor } from '../playback/player/player-context.tsx';
import { useSafety } from '../components/safety/safety.tsx';

interface MessagesProps {
  /** The partner whose conversation is open at first; null for the list. */
  partnerId: string | null;
  onClose: () => void;
}

/** The messages dialog, with further actions on each partner. */
export function Messages({ partnerId, onClose }: MessagesProps) {
  const { isPlaying } = useNowPlaying();
  const { playArtist } = usePlayerDoor();
  // Closes the dialog after a block, which removes the conversation.
  const safety = useSafety(onClose);
  const more = (personId: string, messageId: string | null) => (
    <PersonMore
      personId={personId}
      onPlay={playArtist}
      onReport={(person) => safety.report(person, messageId)}
      onBlock={safety.block}
    />
  );
  return (
    <>
      <MessagesDialog partnerId={partnerId} isPlaying={isPlaying} more={more} onClose={onClose} />
      {safety.over}
    </>
  );
}
