import { Link } from '@tanstack/react-router';
import { Gem, HardDrive, MessageCircle, Upload, User, Users } from 'lucide';
import type { ReactNode } from 'react';
import { InstallPanel } from '../components/install/install-panel.tsx';
import { SyncCard } from '../components/offline/sync-card.tsx';
import { YouSheet } from './you-sheet.tsx';
import { ZapStatus } from './zap-status.tsx';
import { texts } from '../platform/texts.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { CountBadge } from '../design/badge.tsx';
import { Icon } from '../design/icon.tsx';
import { LinkButton } from '../design/link-button.tsx';
import { Box, styled } from '../design/styled.tsx';
import { useAccount } from '../engine/live.ts';
import { GuestMenu } from './guest-menu.tsx';
import { menuEntryStyle } from './menu-entry.ts';
import { MenuSettings } from './menu-settings.tsx';
import { youTexts } from './you-texts.ts';
import { useOpenMessages } from './messaging.tsx';
import { StoreLink } from './store-link.tsx';
import { useNews } from './use-news.ts';

const CLOSE_MS = 200;

/** The menu behind the phone's You tab. */
export function YouMenu({ onClose }: { onClose: () => void }) {
  const { kind } = useAccount();
  // After a sign-out there is neither user nor guest, until the guard redirects.
  return kind === 'user' ? <UserMenu onClose={onClose} /> : kind === 'guest' && <GuestMenu onClose={onClose} />;
}

function UserMenu({ onClose }: { onClose: () => void }) {
  const { unread, requests } = useNews();
  const openMessages = useOpenMessages();
  return (
    // Only close: after a sign-out the guard redirects.
    <YouSheet onClose={onClose} onSignedOut={onClose}>
      <ZapStatus />
      <Box display="grid" gridTemplateColumns="1fr 1fr" gap="8px" m="14px 0">
        <StoreLink onFollow={onClose} />
        <LinkButton to="/vault" variant="quiet" color="gold.fg" onClick={() => setTimeout(onClose)}>
          <Icon of={Gem} />
          {texts.pages.vault}
        </LinkButton>
      </Box>
      <SyncCard />
      <Box mt="14px">
        <InstallPanel />
      </Box>
      <Box mt="6px">
        <styled.button
          type="button"
          css={menuEntryStyle}
          width="100%"
          textAlign="left"
          cursor="pointer"
          onClick={() => {
            openMessages();
            // Show the messages first; the menu closes when the page is idle.
            whenIdle(onClose, CLOSE_MS);
          }}
        >
          <Icon of={MessageCircle} size={22} />
          <Box flex="1">{texts.pages.messages}</Box>
          <CountBadge count={unread} label={youTexts.unread} />
        </styled.button>
        <MenuLink to="/connections" onClose={onClose}>
          <Icon of={Users} size={22} />
          <Box flex="1">{texts.pages.connections}</Box>
          <CountBadge count={requests} label={youTexts.requests} />
        </MenuLink>
        <MenuLink to="/upload" onClose={onClose}>
          <Icon of={Upload} size={22} />
          {texts.pages.upload}
        </MenuLink>
        <MenuLink to="/profile" onClose={onClose}>
          <Icon of={User} size={22} />
          {texts.pages.profile}
        </MenuLink>
        <MenuLink to="/device" onClose={onClose}>
          <Icon of={HardDrive} size={22} />
          {texts.pages.device}
        </MenuLink>
      </Box>
      <MenuSettings />
    </YouSheet>
  );
}

function MenuLink({
  to,
  onClose,
  children,
}: {
  to: '/profile' | '/upload' | '/connections' | '/device';
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <styled.div css={menuEntryStyle} asChild>
      {/* If the page's code is loaded, menu and page change in one render. */}
      <Link to={to} onClick={() => setTimeout(onClose)}>
        {children}
      </Link>
    </styled.div>
  );
}
