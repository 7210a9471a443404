import { Box, chakra, Flex } from '@chakra-ui/react';
import { Link, useLocation } from '@tanstack/react-router';
import { Compass, LogIn, Radio, Store, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../lib/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { Dip } from '../ui/drawn-lines.tsx';
import { appTexts } from './app-texts.ts';
import { OwnFace } from './own-face.tsx';

interface BottomTabsProps {
  isUser: boolean;
  /** The messages stand over them: the bar of what plays stays, alone. */
  isCovered: boolean;
  onMenu: () => void;
}

/** The links of the phone, at the bottom of the window. */
export function BottomTabs({ isUser, isCovered, onMenu }: BottomTabsProps) {
  const { pathname } = useLocation();
  return (
    <Flex
      as="nav"
      aria-label={appTexts.menu}
      display={{ base: isCovered ? 'none' : 'flex', md: 'flex', lg: 'none' }}
      height="calc(64px + env(safe-area-inset-bottom))"
      pb="env(safe-area-inset-bottom)"
      bg="bg"
      borderTop="1px solid"
      borderColor="border"
    >
      <TabLink
        to="/explore"
        isHere={pathname === '/' || pathname === '/explore'}
        icon={<Icon of={Compass} size={22} />}
        label={texts.pages.explore}
      />
      <TabLink
        to="/community"
        isHere={pathname === '/community'}
        icon={<Icon of={Users} size={22} />}
        label={texts.pages.community}
      />
      <TabLink
        to="/radio"
        isHere={pathname === '/radio'}
        icon={<Icon of={Radio} size={22} />}
        label={texts.pages.radio}
      />
      <TabLink
        to="/store"
        isHere={pathname === '/store'}
        icon={<Icon of={Store} size={22} />}
        label={texts.pages.store}
      />
      {isUser ? (
        <chakra.button type="button" css={tab} onClick={onMenu}>
          <OwnFace size={24} />
          {texts.you}
        </chakra.button>
      ) : (
        <TabLink to="/auth" isHere={false} icon={<Icon of={LogIn} size={22} />} label={texts.pages.signIn} />
      )}
    </Flex>
  );
}

const tab = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4px',
  flex: '1',
  position: 'relative',
  fontSize: '11px',
  fontWeight: 500,
  color: 'fg.subtle',
  cursor: 'pointer',
  '&:focus-visible': { outlineOffset: '-3px' },
  '&[aria-current=page]': { fontWeight: 600, color: 'fg' },
} as const;

function TabLink({
  to,
  isHere,
  icon,
  label,
}: {
  to: '/explore' | '/community' | '/radio' | '/store' | '/auth';
  isHere: boolean;
  icon: ReactNode;
  label: string;
}) {
  return (
    <chakra.span css={tab} asChild>
      <Link to={to} {...(isHere ? { 'aria-current': 'page' } : {})}>
        {isHere && (
          <Box position="absolute" top="-1px">
            <Dip />
          </Box>
        )}
        {icon}
        {label}
      </Link>
    </chakra.span>
  );
}
