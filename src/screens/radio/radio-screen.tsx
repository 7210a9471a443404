import { useNavigate } from '@tanstack/react-router';
import { RadioPage } from './radio-page.tsx';
import { SponsorATrack } from '../../components/sponsor/sponsor-a-track.tsx';
import { useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { LinkButton } from '../../design/link-button.tsx';
import { useTrackDoors } from '../../shell/use-track-doors.tsx';

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
