import { Box, chakra, Flex } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Compass, LogIn, Radio, Store, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../lib/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { Dip } from '../ui/drawn-lines.tsx';
import { appTexts } from './app-texts.ts';
import { OwnFace } from './own-face.tsx';
import { type Section, useCurrent } from './section.ts';

interface BottomTabsProps {
  isUser: boolean;
  /** The messages stand over them: the bar of what plays stays, alone. */
  isCovered: boolean;
  onMenu: () => void;
}

/** The links of the phone, at the bottom of the window. */
export function BottomTabs({ isUser, isCovered, onMenu }: BottomTabsProps) {
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
      <TabLink section="explore" icon={<Icon of={Compass} size={22} />} label={texts.pages.explore} />
      <TabLink section="community" icon={<Icon of={Users} size={22} />} label={texts.pages.community} />
      <TabLink section="radio" icon={<Icon of={Radio} size={22} />} label={texts.pages.radio} />
      <TabLink section="store" icon={<Icon of={Store} size={22} />} label={texts.pages.store} />
      {isUser ? (
        <You onMenu={onMenu} />
      ) : (
        <chakra.span css={tab} asChild>
          <Link to="/auth">
            <Icon of={LogIn} size={22} />
            {texts.pages.signIn}
          </Link>
        </chakra.span>
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
  '&[aria-current]': { fontWeight: 600, color: 'fg' },
} as const;

interface TabLinkProps {
  section: Exclude<Section, 'vault' | 'you'>;
  icon: ReactNode;
  label: string;
}

function TabLink({ section, icon, label }: TabLinkProps) {
  const current = useCurrent(section);
  return (
    <chakra.span css={tab} asChild>
      <Link to={`/${section}`} {...current}>
        {current['aria-current'] && <TopDip />}
        {icon}
        {label}
      </Link>
    </chakra.span>
  );
}

function You({ onMenu }: { onMenu: () => void }) {
  const current = useCurrent('you');
  return (
    <chakra.button type="button" css={tab} onClick={onMenu} {...current}>
      {current['aria-current'] && <TopDip />}
      <OwnFace size={24} />
      {texts.you}
    </chakra.button>
  );
}

function TopDip() {
  return (
    <Box position="absolute" top="-1px">
      <Dip />
    </Box>
  );
}
