import { MessagesDialog } from '../messages/messages-dialog.tsx';
import { useNowPlaying, usePlayerApi } from '../playback/player/player-context.tsx';

interface MessagesProps {
  /** The partner whose conversation is open at first; null for the list. */
  partnerId: string | null;
  onClose: () => void;
}

/** The messages dialog, connected to the player. */
export function Messages({ partnerId, onClose }: MessagesProps) {
  const { isPlaying } = useNowPlaying();
  const { playArtist } = usePlayerApi();
  return <MessagesDialog partnerId={partnerId} isPlaying={isPlaying} onPlay={playArtist} onClose={onClose} />;
}
