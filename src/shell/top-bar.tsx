import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Gem, Upload } from 'lucide';
import type { ReactNode } from 'react';
import { SyncPill } from '../components/offline/sync-pill.tsx';
import { useSyncPill } from '../components/offline/use-sync-pill.tsx';
import { OnAirToggle } from '../playback/radio/on-air-toggle.tsx';
import { isUnderWay } from '../upload/upload-stage.ts';
import { useLive, useScope } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { useIsPhone } from '../platform/viewport.ts';
import { BalanceChip } from '../components/zaps/balance-chip.tsx';
import { Icon } from '../design/icon.tsx';
import { lazyPart } from '../design/lazy-part.tsx';
import { LinkButton } from '../design/link-button.tsx';
import { Dip } from '../design/drawn-lines.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { storeReturnAddress } from './return-address.ts';
import { appTexts } from './app-texts.ts';
import { Lockup } from './lockup.tsx';
import { useMenus } from './menus.tsx';
import { OwnAvatar } from './own-avatar.tsx';
import { type Section, useCurrent } from './section.ts';

const UploadPill = lazyPart(() => import('../upload/upload-pill.tsx').then((m) => m.UploadPill), 'invisible');

export function UserTopBar() {
  const { openMenu, openZaps } = useMenus();
  const underWay = useLive(useScope().uploads.records)?.filter(isUnderWay) ?? [];
  return (
    <Bar>
      <Sync />
      <Radio />
      {underWay.length > 0 ? (
        <UploadPill underWay={underWay} />
      ) : (
        <Box hideBelow="lg" mr="-18px">
          <LinkButton variant="outline" size="sm" to="/upload" aria-label={texts.pages.upload}>
            <Icon of={Upload} size={18} />
            <Box as="span" hideBelow="xl">
              {texts.pages.upload}
            </Box>
          </LinkButton>
        </Box>
      )}
      <BalanceChip id="profile-area" onPress={openZaps} />
      <styled.button
        type="button"
        aria-label={texts.you}
        hideBelow="lg"
        onClick={openMenu}
        borderRadius="full"
        cursor="pointer"
        ml="-10px"
      >
        <OwnAvatar size={36} />
      </styled.button>
    </Bar>
  );
}

/** Separate, so that sync status changes do not rerender the whole bar. */
function Sync() {
  const navigate = useNavigate();
  return <SyncPill {...useSyncPill()} onOpen={() => void navigate({ to: '/device' })} />;
}

export function GuestTopBar() {
  return (
    <Bar>
      <Radio />
      <SignInLink />
    </Bar>
  );
}

export function SignInLink() {
  const router = useRouter();
  return (
    <LinkButton size="sm" to="/auth" onClick={() => storeReturnAddress(router.state.location.href)}>
      {texts.pages.signIn}
    </LinkButton>
  );
}

export function Bar({ children }: { children: ReactNode }) {
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
      <MainLinks />
      {children}
    </Flex>
  );
}

function MainLinks() {
  // On phones the bottom tabs replace these links.
  if (useIsPhone()) return null;
  return (
    <Flex as="nav" aria-label={appTexts.menu} hideBelow="lg" flex="1" gap="4px">
      <MainLink section="explore">{texts.pages.explore}</MainLink>
      <MainLink section="community">{texts.pages.community}</MainLink>
      <MainLink section="radio">{texts.pages.radio}</MainLink>
      <MainLink section="library">{texts.pages.library}</MainLink>
      <MainLink section="store">{texts.pages.store}</MainLink>
      <VaultLink />
    </Flex>
  );
}

interface MainLinkProps {
  section: Exclude<Section, 'you'>;
  label?: string;
  isGold?: boolean;
  children: ReactNode;
}

function VaultLink() {
  return (
    <MainLink section="vault" label={texts.pages.vault} isGold>
      <Icon of={Gem} size={16} />
      <Box hideBelow="xl">{texts.pages.vault}</Box>
    </MainLink>
  );
}

function MainLink({ section, label, isGold = false, children }: MainLinkProps) {
  const current = useCurrent(section);
  const isCurrent = 'aria-current' in current;
  return (
    <Link to={`/${section}`} aria-label={label} {...current}>
      <Flex
        height="44px"
        px={{ base: '10px', xl: '14px' }}
        align="center"
        position="relative"
        borderRadius="full"
        fontWeight={isCurrent ? 600 : 500}
        color={isGold ? 'gold.fg' : isCurrent ? 'fg' : 'fg.muted'}
        gap="6px"
      >
        {children}
        {isCurrent && (
          <Box position="absolute" left="50%" bottom="2px" ml="-14px">
            <Dip width={28} />
          </Box>
        )}
      </Flex>
    </Link>
  );
}

function Radio() {
  return (
    <Box mr={{ base: '0', lg: '-18px' }} flex="none">
      <OnAirToggle />
    </Box>
  );
}
