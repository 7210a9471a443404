import { createLink, useParams } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Download, type IconNode, Share, X } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useOwnAvatar } from '../../../components/person/use-own-avatar.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { disabledWithReason } from '../../../design/disabled-with-reason.ts';
import { EmptyState } from '../../../design/empty-state.tsx';
import { FailedState } from '../../../design/failed-state.tsx';
import { focusHeading } from '../../../design/focus-heading.ts';
import { Icon } from '../../../design/icon.tsx';
import { LinkButton } from '../../../design/link-button.tsx';
import { NotLoadedYet } from '../../../design/not-loaded-yet.tsx';
import { Notice } from '../../../design/notice.tsx';
import { Page, PageTitle } from '../../../design/page.tsx';
import { iconButtonRecipe } from '../../../design/recipes.ts';
import { Skeleton } from '../../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../../design/styled.tsx';
import { useMe, useScope } from '../../../engine/live.ts';
import { texts } from '../../../platform/texts.ts';
import { SignInLink } from '../../../shell/top-bar.tsx';
import { useHistory } from '../history/use-history.ts';
import { boundsOf, type Recap } from './recap.ts';
import { type Drawn, RecapPicture } from './recap-picture.tsx';
import { monthWithYear, recapTexts } from './recap-texts.ts';
import { recapAltText, recapWords } from './recap-words.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { sharePicture, sharesPictures } from './share-picture.ts';
import { useRecap } from './use-recap.ts';

export function RecapPage() {
  const { month = null } = useParams({ strict: false });
  return <RecapOf month={month} />;
}

/** A month of own listening as a picture. If `month` is null, the last month that has a recap. */
export function RecapOf({ month }: { month: string | null }) {
  const { userId } = useScope();
  const [attempt, setAttempt] = useState(0);
  if (userId === null)
    return (
      <Page width="narrow">
        <Head title={texts.pages.recap} />
        <EmptyState {...recapTexts.none}>
          <SignInLink />
        </EmptyState>
      </Page>
    );
  return <OwnRecap key={`${month} ${attempt}`} month={month} onRetry={() => setAttempt(attempt + 1)} />;
}

function OwnRecap({ month, onRetry }: { month: string | null; onRetry: () => void }) {
  const history = useHistory();
  const asked = month !== null && boundsOf(month) ? month : null;
  const { recap, unknownTracks, earlier, later, ...read } = useRecap(history, { month, hasNeighbours: true });
  // A recap that is shown stays while its tracks are fetched again.
  const [wasShown, setWasShown] = useState(false);
  const isShown = recap !== null && (wasShown || !read.isFetching);
  if (isShown !== wasShown) setWasShown(isShown);
  const state = read.isFetching && !isShown ? 'reading' : read.state;
  const shown = (isShown ? recap.month : null) ?? asked;
  return (
    <Page width="narrow">
      <Head title={shown === null ? texts.pages.recap : monthWithYear(shown)}>
        <MonthLink to={earlier} icon={ChevronLeft} name={recapTexts.earlier} none={recapTexts.noEarlier} />
        <MonthLink to={later} icon={ChevronRight} name={recapTexts.later} none={recapTexts.noLater} />
      </Head>
      {isShown ? (
        <Shown recap={recap} unknownTracks={unknownTracks} />
      ) : state === 'failed' || history.state === 'failed' ? (
        <FailedState title={recapTexts.notRead} onRetry={onRetry} />
      ) : state === 'loaded' ? (
        <EmptyState
          title={asked === null ? recapTexts.none.title : recapTexts.noneOf(monthWithYear(asked))}
          text={recapTexts.none.text}
        >
          <LinkButton to="/library/history">{texts.pages.history}</LinkButton>
        </EmptyState>
      ) : (
        <NotLoadedYet title={recapTexts.notLoaded}>
          <Skeleton width="334px" maxWidth="100%" mx="auto" style={{ aspectRatio: '9 / 16' }} borderRadius="art" />
        </NotLoadedYet>
      )}
    </Page>
  );
}

const RoundLink = createLink(styled('a', iconButtonRecipe));

function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Flex align="center" gap="4px" mb="8px">
      <PageTitle flex="1" minWidth="0" textStyle="h2" fontSize="20px">
        {title}
      </PageTitle>
      {children && (
        <Flex as="nav" aria-label={recapTexts.months}>
          {children}
        </Flex>
      )}
      <RoundLink to="/library/history" aria-label={recapTexts.close} mr="-12px">
        <Icon of={X} size={22} />
      </RoundLink>
    </Flex>
  );
}

interface MonthLinkProps {
  to: string | null;
  icon: IconNode;
  name: (month: string) => string;
  none: string;
}

function MonthLink({ to, icon, name, none }: MonthLinkProps) {
  if (to === null)
    return (
      <IconButton label={none} color="fg.disabled" {...disabledWithReason(none)}>
        <Icon of={icon} size={22} />
      </IconButton>
    );
  return (
    <RoundLink to="/library/recap/{-$month}" params={{ month: to }} aria-label={name(monthWithYear(to))}>
      <Icon of={icon} size={22} />
    </RoundLink>
  );
}

function Shown({ recap, unknownTracks }: { recap: Recap; unknownTracks: number }) {
  const me = useMe();
  const avatarSrc = useOwnAvatar();
  const [drawn, setDrawn] = useState<Drawn>({ state: 'drawing' });
  const words = recapWords(recap, { name: me?.profile?.artist_name ?? '', avatarSrc });
  return (
    <Box maxWidth="420px" mx="auto">
      {drawn.state === 'failed' ? (
        <Notice
          kind="attention"
          role="alert"
          title={recapTexts.notDrawn.title}
          actions={
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                setDrawn({ state: 'drawing' });
                // The button disappears.
                focusHeading();
              }}
            >
              {texts.retry}
            </Button>
          }
        >
          <Box color="fg.muted">{recapTexts.notDrawn.text}</Box>
          {recapAltText(words)}
        </Notice>
      ) : (
        <>
          <RecapPicture words={words} onDrawn={setDrawn} />
          <Acts drawn={drawn} fileName={`undercurrent-${recap.month}.png`} />
        </>
      )}
      <Box textStyle="small" color="fg.subtle" textAlign="center" mt="12px">
        {recapTexts.private}
      </Box>
      <Box textStyle="small" color="fg.subtle" textAlign="center" mt="4px">
        {unknownTracks > 0 ? recapTexts.unknown(unknownTracks) : recapTexts.counted}
      </Box>
    </Box>
  );
}

function Acts({ drawn, fileName }: { drawn: Drawn; fileName: string }) {
  const picture = drawn.state === 'drawn' ? drawn.picture : null;
  const busy = picture ? null : recapTexts.drawing;
  const canShare = sharesPictures();
  return (
    <Box display="grid" gridTemplateColumns={canShare ? '1fr 1.5fr' : '1fr'} gap="8px" mt="16px">
      <Button
        size="lg"
        variant={canShare ? 'outline' : 'solid'}
        busy={canShare ? null : busy}
        // Focus stays while the picture is drawn again.
        aria-disabled={canShare && !picture}
        onClick={() => picture && saveFile(picture, fileName)}
      >
        <Icon of={Download} size={18} />
        {recapTexts.save}
      </Button>
      {canShare && (
        <Button size="lg" busy={busy} onClick={() => picture && void sharePicture(picture, fileName)}>
          <Icon of={Share} size={18} />
          {recapTexts.share}
        </Button>
      )}
    </Box>
  );
}
