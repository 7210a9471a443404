import { Outlet, useLocation } from '@tanstack/react-router';
import { useAccount } from '../engine/live.ts';
import { fromLeft } from '../design/edges.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { ListeningFoot } from './listening.tsx';
import { MenusProvider } from './menus.tsx';
import { MessagingProvider } from './messaging.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { RemountPerPerson } from './remount-per-person.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { GuestTopBar, SignInLink, UserTopBar } from './top-bar.tsx';
import { appTexts } from './app-texts.ts';

const ZapBadgeLayer = lazyPart(
  () => import('../components/zaps/zap-badge.tsx').then((m) => m.ZapBadgeLayer),
  'invisible',
);

const PlainHttpNotice = lazyPart(() => import('./plain-http-notice.tsx').then((m) => m.PlainHttpNotice), 'invisible');

const NameQuestion = lazyPart(
  () => import('../components/profile/name-question.tsx').then((m) => m.NameQuestion),
  'invisible',
);

export function Shell() {
  return (
    <RemountPerPerson>
      <MessagingProvider>
        <MenusProvider>
          <Frame />
        </MenusProvider>
      </MessagingProvider>
    </RemountPerPerson>
  );
}

function Frame() {
  const account = useAccount();
  const isUser = account.kind === 'user';
  return (
    <Flex direction="column" minHeight="100dvh">
      <SkipLink />
      {isUser ? <UserTopBar /> : <GuestTopBar />}
      {isUser && account.locked && <LockedNotice />}
      <StorageNotice />
      {!window.isSecureContext && <PlainHttpNotice />}
      {isUser && <NameOffer email={account.email} />}
      <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
        <Outlet />
      </Box>
      <ListeningFoot>
        <BottomTabs isUser={isUser} />
      </ListeningFoot>
      {isUser && <ZapBadgeLayer />}
    </Flex>
  );
}

function NameOffer({ email }: { email: string }) {
  const isOnPeoplePage = useLocation({ select: ({ pathname }) => pathname.startsWith('/community') });
  return <NameQuestion email={email} isOnPeoplePage={isOnPeoplePage} />;
}

function SkipLink() {
  return (
    <styled.a
      href="#content"
      position="fixed"
      left={fromLeft('12px')}
      top="-60px"
      zIndex="toast"
      bg="bg.inverted"
      color="fg.inverted"
      p="10px 16px"
      borderRadius="full"
      _focusVisible={{ top: '12px' }}
    >
      {appTexts.skip}
    </styled.a>
  );
}

/** Shown after the server has ended the session. Queued actions are kept (SY-19). */
function LockedNotice() {
  return (
    <NoticeBar role="alert" {...appTexts.locked}>
      <SignInLink />
    </NoticeBar>
  );
}
