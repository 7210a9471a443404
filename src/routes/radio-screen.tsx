import { useNavigate } from '@tanstack/react-router';
import { RadioPage } from '../features/radio/radio-page.tsx';
import { SponsorATrack } from '../features/sponsor/sponsor-a-track.tsx';
import { useScope } from '../lib/live.ts';
import { texts } from '../lib/texts.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { useTrackDoors } from './use-track-doors.tsx';

/** The radio's page with what joins it to the player, the votes and the sponsorship. */
export function RadioScreen({ q = '', genre = null }: { q?: string; genre?: string | null }) {
  const { userId } = useScope();
  const { listening, over } = useTrackDoors();
  const navigate = useNavigate();
  return (
    <>
      <RadioPage
        search={q}
        genre={genre}
        onClear={() => void navigate({ to: '/radio', replace: true })}
        listening={listening}
        sponsor={<SponsorATrack />}
        find={
          userId === null ? (
            <LinkButton to="/explore">{texts.findTrack}</LinkButton>
          ) : (
            <SponsorATrack look="solid">{texts.findTrack}</SponsorATrack>
          )
        }
      />
      {over}
    </>
  );
}
