import { Box, chakra, Flex } from '@chakra-ui/react';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Compass, LogIn, Upload } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { SyncPill } from '../features/offline/sync-pill.tsx';
import { ZapChip } from '../features/zaps/zap-chip.tsx';
import { useAccount, useMe } from '../lib/live.ts';
import { PRODUCT_NAME } from '../lib/product.ts';
import { texts } from '../lib/texts.ts';
import { Avatar } from '../ui/art.tsx';
import { useButtonStyles } from '../ui/button.tsx';
import { Dip, Mark } from '../ui/marks.tsx';
import { OnAirToggle } from '../features/radio/on-air-toggle.tsx';
import { ListeningFoot } from './listening.tsx';
import { StorageNotice } from './storage-notice.tsx';

const YouMenu = lazy(() => import('./you-menu.tsx').then((m) => ({ default: m.YouMenu })));

/** The frame of every page behind a guard: bars at top and bottom, the player between page and tabs. */
export function Shell() {
  const account = useAccount();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const openMenu = () => setMenuOpen(true);
  const isUser = account.kind === 'user';
  return (
    <Flex direction="column" minHeight="100dvh">
      <SkipLink />
      <TopBar isUser={isUser} onMenu={openMenu} />
      {isUser && account.locked && <LockedNotice />}
      <StorageNotice />
      <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
        <Outlet />
      </Box>
      <ListeningFoot>
        <BottomTabs isUser={isUser} onMenu={openMenu} />
      </ListeningFoot>
      <Suspense fallback={null}>{isMenuOpen && isUser && <YouMenu onClose={() => setMenuOpen(false)} />}</Suspense>
    </Flex>
  );
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
      Skip to content
    </chakra.a>
  );
}

function Lockup() {
  return (
    <Link to="/explore" aria-label={`${PRODUCT_NAME}, Explore`}>
      <Flex
        align="center"
        gap={{ base: '9px', lg: '10px' }}
        fontFamily="display"
        fontWeight="800"
        fontSize={{ base: '14px', lg: '19px' }}
        lineHeight="1"
        letterSpacing="-.02em"
      >
        <Mark size={28} />
        <Box
          // On the narrowest phones the sync mark takes the place of the name.
          css={{ 'header:has([role=status] button) &': { '@media (max-width: 23.99rem)': { display: 'none' } } }}
        >
          {PRODUCT_NAME.toLowerCase()}
          <Box
            hideFrom="lg"
            fontFamily="ui"
            fontWeight="600"
            fontSize="10.5px"
            color="fg.muted"
            mt="4px"
            letterSpacing=".02em"
          >
            BETA
          </Box>
        </Box>
        <Box
          hideBelow="lg"
          fontFamily="ui"
          fontWeight="600"
          fontSize="11px"
          color="fg.muted"
          border="1px solid"
          borderColor="border.emphasized"
          borderRadius="4px"
          p="3px 5px"
          letterSpacing=".02em"
        >
          BETA
        </Box>
      </Flex>
    </Link>
  );
}

function TopBar({ isUser, onMenu }: { isUser: boolean; onMenu: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const outline = useButtonStyles({ look: 'outline', size: 'sm' });
  const solid = useButtonStyles({ look: 'solid', size: 'sm' });
  const onExplore = pathname === '/' || pathname === '/explore';
  return (
    <Flex
      as="header"
      position="sticky"
      top="0"
      zIndex="topBar"
      bg="bg"
      align="center"
      gap={{ base: '8px', lg: '28px' }}
      height={{ base: 'calc(56px + env(safe-area-inset-top))', lg: '68px' }}
      pt="env(safe-area-inset-top)"
      px={{ base: '16px', md: '24px', lg: '40px' }}
    >
      <Lockup />
      <Flex as="nav" aria-label="Main" hideBelow="lg" flex="1" gap="4px">
        <Link to="/explore" {...(onExplore ? { 'aria-current': 'page' } : {})}>
          <Flex
            height="44px"
            px="14px"
            align="center"
            position="relative"
            borderRadius="full"
            fontWeight={onExplore ? 600 : 500}
            color={onExplore ? 'fg' : 'fg.muted'}
          >
            Explore
            {onExplore && (
              <Box position="absolute" left="50%" bottom="2px" ml="-14px">
                <Dip width={28} />
              </Box>
            )}
          </Flex>
        </Link>
      </Flex>
      <Box flex={{ base: '1', lg: '0' }} />
      {isUser && <SyncPill onOpen={() => void navigate({ to: '/device' })} />}
      <Box mr={{ base: '0', lg: '-18px' }} flex="none">
        <OnAirToggle />
      </Box>
      {isUser ? (
        <>
          <Box hideBelow="lg" mr="-18px">
            <chakra.span css={outline} asChild>
              <Link to="/upload">
                <Upload size={17} strokeWidth={1.75} aria-hidden />
                Upload
              </Link>
            </chakra.span>
          </Box>
          <ZapChip onOpen={onMenu} />
          <chakra.button
            type="button"
            aria-label="You"
            hideBelow="lg"
            onClick={onMenu}
            borderRadius="full"
            cursor="pointer"
            ml="-10px"
          >
            <Avatar name={me?.profile?.artist_name} src={me?.avatarSrc ?? null} size={36} />
          </chakra.button>
        </>
      ) : (
        <chakra.span css={solid} asChild>
          <Link to="/auth">Sign In</Link>
        </chakra.span>
      )}
    </Flex>
  );
}

function BottomTabs({ isUser, onMenu }: { isUser: boolean; onMenu: () => void }) {
  const me = useMe();
  const { pathname } = useLocation();
  return (
    <Flex
      as="nav"
      aria-label="Main"
      hideFrom="lg"
      height="calc(64px + env(safe-area-inset-bottom))"
      pb="env(safe-area-inset-bottom)"
      bg="bg"
      borderTop="1px solid"
      borderColor="border"
    >
      <Tab label="Explore" isActive={pathname === '/' || pathname === '/explore'}>
        <Link to="/explore" aria-label="Explore" />
        <Compass size={22} strokeWidth={1.75} aria-hidden />
      </Tab>
      {isUser ? (
        <>
          <Tab label="Upload" isActive={pathname === '/upload'}>
            <Link to="/upload" aria-label="Upload" />
            <Upload size={22} strokeWidth={1.75} aria-hidden />
          </Tab>
          <Tab label="You" isActive={false}>
            <button type="button" aria-label="You" onClick={onMenu} />
            <Avatar name={me?.profile?.artist_name} src={me?.avatarSrc ?? null} size={24} />
          </Tab>
        </>
      ) : (
        <Tab label="Sign In" isActive={false}>
          <Link to="/auth" aria-label="Sign In" />
          <LogIn size={22} strokeWidth={1.75} aria-hidden />
        </Tab>
      )}
    </Flex>
  );
}

/** A tab: its first child is what is pressed, spread over the icon and the label. */
function Tab({
  label,
  isActive,
  children,
}: {
  label: string;
  isActive: boolean;
  children: [ReactElement, ReactElement];
}) {
  const [target, icon] = children;
  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      gap="4px"
      flex="1"
      position="relative"
      fontSize="11px"
      fontWeight={isActive ? 600 : 500}
      color={isActive ? 'fg' : 'fg.subtle'}
    >
      {isActive && (
        <Box position="absolute" top="-1px">
          <Dip />
        </Box>
      )}
      {icon}
      <span aria-hidden>{label}</span>
      <chakra.span
        asChild
        position="absolute"
        inset="0"
        cursor="pointer"
        {...(isActive ? { 'aria-current': 'page' } : {})}
        _focusVisible={{ outlineOffset: '-3px !important' }}
      >
        {target}
      </chakra.span>
    </Flex>
  );
}

/** The server ended the session: the way back in, with what waits kept (SY-19). */
function LockedNotice() {
  const styles = useButtonStyles({ look: 'solid', size: 'sm' });
  return (
    <Flex
      role="alert"
      align="center"
      gap="12px"
      px={{ base: '16px', lg: '40px' }}
      py="8px"
      bg="bg.inset"
      borderBottom="1px dashed"
      borderColor="border.emphasized"
      textStyle="meta"
    >
      <Box flex="1">
        <Box fontWeight="600">{texts.auth.locked.title}</Box>
        <Box color="fg.muted">{texts.auth.locked.text}</Box>
      </Box>
      <chakra.span css={styles} asChild>
        <Link to="/auth">Sign In</Link>
      </chakra.span>
    </Flex>
  );
}
