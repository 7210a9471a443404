import { createRoute, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useScope } from '../lib/live.ts';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { browseRoute } from './browse.tsx';
import { useTrackDoors } from './use-track-doors.tsx';

const RadioPage = lazyPart(() => import('../features/radio/radio-page.tsx').then((m) => m.RadioPage), 'page');
const SponsorATrack = lazyPart(
  () => import('../features/sponsor/sponsor-a-track.tsx').then((m) => m.SponsorATrack),
  'unseen',
);

const filterParams = z.object({ q: z.optional(z.string()), genre: z.optional(z.string()) });

export const radioRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/radio',
  validateSearch: (search: Record<string, unknown>): z.infer<typeof filterParams> => {
    const parsed = filterParams.safeParse(search);
    return parsed.success ? parsed.data : {};
  },
  loader: RadioPage.preload,
  component: Radio,
  staticData: { title: texts.pages.radio },
});

function Radio() {
  const { q = '', genre = null } = radioRoute.useSearch();
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
