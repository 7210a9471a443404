import { Link } from '@tanstack/react-router';
import { CircleUserRound, Compass, type IconNode, Library, Radio, Users } from 'lucide';
import { memo } from 'react';
import { texts } from '../platform/texts.ts';
import { useIsDesktop } from '../platform/viewport.ts';
import { classes } from '../design/classes.ts';
import { overEdges } from '../design/edges.ts';
import { Icon } from '../design/icon.tsx';
import { Dip } from '../design/drawn-lines.tsx';
import { appTexts } from './app-texts.ts';
import { useMenus } from './menus.tsx';
import { useAreMessagesOpen } from './messaging.tsx';
import { OwnAvatar } from './own-avatar.tsx';
import { type Section, useCurrent } from './section.ts';

const style = classes({
  tabs: {
    display: { base: 'flex', lg: 'none' },
    height: 'calc(64px + env(safe-area-inset-bottom))',
    pb: 'env(safe-area-inset-bottom)',
    ...overEdges,
    bg: 'bg',
    borderTop: '1px solid',
    borderColor: 'border',
  },
  covered: { hideBelow: 'md' },
  tab: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    flex: '1',
    minWidth: '0',
    position: 'relative',
    fontSize: '11px',
    fontWeight: 500,
    color: 'fg.subtle',
    cursor: 'pointer',
    '&:focus-visible': { outlineOffset: '-3px' },
    '&[aria-current]': { fontWeight: 600, color: 'fg' },
  },
  label: { maxWidth: '100%', truncate: true },
  dip: { position: 'absolute', top: '-1px' },
});

export function BottomTabs({ isUser }: { isUser: boolean }) {
  const areMessagesOpen = useAreMessagesOpen();
  if (useIsDesktop()) return null;
  return (
    <nav aria-label={appTexts.menu} className={style('tabs', areMessagesOpen && 'covered')}>
      <TabLink section="explore" icon={Compass} label={texts.pages.explore} />
      <TabLink section="community" icon={Users} label={texts.pages.community} />
      <TabLink section="radio" icon={Radio} label={texts.pages.radio} />
      <TabLink section="library" icon={Library} label={texts.pages.library} />
      <YouTab isUser={isUser} />
    </nav>
  );
}

interface TabLinkProps {
  section: Exclude<Section, 'store' | 'vault' | 'you'>;
  icon: IconNode;
  label: string;
}

const TabLink = memo(function TabLink({ section, icon, label }: TabLinkProps) {
  const current = useCurrent(section);
  return (
    <Link to={`/${section}`} className={style('tab')} {...current}>
      {current['aria-current'] && <TopDip />}
      <Icon of={icon} size={22} />
      <span className={style('label')}>{label}</span>
    </Link>
  );
});

const YouTab = memo(function YouTab({ isUser }: { isUser: boolean }) {
  const current = useCurrent('you');
  const { openMenu } = useMenus();
  return (
    <button type="button" className={style('tab')} onClick={openMenu} {...current}>
      {current['aria-current'] && <TopDip />}
      {isUser ? <OwnAvatar size={24} /> : <Icon of={CircleUserRound} size={22} />}
      <span className={style('label')}>{texts.you}</span>
    </button>
  );
});

function TopDip() {
  return (
    <div className={style('dip')}>
      <Dip />
    </div>
  );
}
