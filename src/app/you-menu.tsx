import { Box, chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Gem, HardDrive, Moon, Upload, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { InstallPanel } from '../features/install/install-panel.tsx';
import { Rewards } from '../features/rewards/rewards.tsx';
import { SyncCard } from '../features/offline/sync-card.tsx';
import { YouSheet } from '../features/you/you-sheet.tsx';
import { ZapStatus } from '../features/zaps/zap-status.tsx';
import { texts } from '../lib/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { appTexts } from './app-texts.ts';
import { ThemeChoice } from './theme-choice.tsx';

/** The You sheet with what the app puts into it. */
export function YouMenu({ onClose }: { onClose: () => void }) {
  return (
    // The guard leads away from the page once nobody is signed in; to lead there again, later, would be too late for who
    // has gone on meanwhile.
    <YouSheet onClose={onClose} onSignedOut={onClose}>
      <ZapStatus rewards={<Rewards isShort />} />
      <SyncCard />
      <Box mt="14px">
        <InstallPanel />
      </Box>
      <Box mt="6px">
        <MenuLink to="/profile" onClose={onClose}>
          <Icon of={User} size={22} />
          {texts.pages.profile}
        </MenuLink>
        <MenuLink to="/upload" onClose={onClose}>
          <Icon of={Upload} size={22} />
          {texts.pages.upload}
        </MenuLink>
        <MenuLink to="/device" onClose={onClose}>
          <Icon of={HardDrive} size={22} />
          {texts.pages.device}
        </MenuLink>
        <MenuLink to="/vault" onClose={onClose} isGold>
          <Icon of={Gem} size={22} />
          {texts.pages.vault}
        </MenuLink>
      </Box>
      <chakra.div display="flex" alignItems="center" gap="16px" minHeight="52px" fontSize="16px" fontWeight="500">
        <Icon of={Moon} size={22} />
        <Box flex="1">{appTexts.appearance}</Box>
        <ThemeChoice />
      </chakra.div>
    </YouSheet>
  );
}

function MenuLink({
  to,
  onClose,
  isGold = false,
  children,
}: {
  to: '/profile' | '/upload' | '/device' | '/vault';
  onClose: () => void;
  isGold?: boolean;
  children: ReactNode;
}) {
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="16px"
      height="52px"
      fontSize="16px"
      fontWeight="500"
      {...(isGold ? { color: 'gold.fg' } : {})}
      asChild
    >
      <Link to={to} onClick={onClose}>
        {children}
      </Link>
    </chakra.div>
  );
}
