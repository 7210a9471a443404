import { Box, chakra, Flex } from '@chakra-ui/react';
import { Outlet } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useAccount } from '../lib/live.ts';
import { useIsDesktop } from '../lib/viewport.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { ListeningFoot } from './listening.tsx';
import { MessagingProvider, useAreMessagesOpen } from './messaging.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { OnePerson } from './one-person.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { GuestTopBar, SignInLink, UserTopBar } from './top-bar.tsx';
import { appTexts } from './app-texts.ts';

const ZapBadgeLayer = lazyPart(() => import('../features/zaps/zap-badge.tsx').then((m) => m.ZapBadgeLayer), 'unseen');
const ZapPanel = lazyPart(() => import('./zap-panel.tsx').then((m) => m.ZapPanel), 'over');
const YouMenu = lazyPart(() => import('./you-menu.tsx').then((m) => m.YouMenu), 'over');

/** The frame of every page behind a guard: bars at top and bottom, the player between page and tabs, messages over all. */
export function Shell() {
  return (
    <OnePerson>
      <MessagingProvider>
        <Frame />
      </MessagingProvider>
    </OnePerson>
  );
}

function Frame() {
  const account = useAccount();
  const [open, setOpen] = useState<'menu' | 'zaps' | null>(null);
  const isDesktop = useIsDesktop();
  const openMenu = () => setOpen('menu');
  const close = () => setOpen(null);
  // On phones the balance is part of the menu.
  const openZaps = () => setOpen(isDesktop ? 'zaps' : 'menu');
  const isUser = account.kind === 'user';
  return (
    <Flex direction="column" minHeight="100dvh">
      <SkipLink />
      {isUser ? <UserTopBar onMenu={openMenu} onZaps={openZaps} /> : <GuestTopBar />}
      {isUser && account.locked && <LockedNotice />}
      <StorageNotice />
      <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
        <Outlet />
      </Box>
      <ListeningFoot>
        <Tabs isUser={isUser} onMenu={openMenu} />
      </ListeningFoot>
      {isUser && <ZapBadgeLayer />}
      {open === 'zaps' && isUser && <ZapPanel onClose={close} />}
      {open === 'menu' && isUser && <YouMenu onClose={close} />}
    </Flex>
  );
}

function Tabs(props: Pick<ComponentProps<typeof BottomTabs>, 'isUser' | 'onMenu'>) {
  return <BottomTabs isCovered={useAreMessagesOpen()} {...props} />;
}

function SkipLink() {
  return (
    <chakra.a
      href="#content"
      position="fixed"
      left="12px"
      top="-60px"
      zIndex="toast"
      bg="bg.inverted"
      color="fg.inverted"
      p="10px 16px"
      borderRadius="full"
      _focusVisible={{ top: '12px' }}
    >
      {appTexts.skip}
    </chakra.a>
  );
}

/** The server ended the session: the way back in, with what waits kept (SY-19). */
function LockedNotice() {
  return (
    <NoticeBar role="alert" {...appTexts.locked}>
      <SignInLink />
    </NoticeBar>
  );
}
