import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
} from '@tanstack/react-router';
import { BottomTabs } from '../../shell/bottom-tabs.tsx';
import { Bar } from '../../shell/top-bar.tsx';
import { Banner } from '../../screens/explore/banner.tsx';
import { ExploreFilter } from '../../screens/explore/explore-filter.tsx';
import { exploreTexts } from '../../screens/explore/explore-texts.ts';
import { GridSkeleton } from '../../screens/explore/grid-skeleton.tsx';
import { attributes } from '../contract.ts';
import { Cover } from '../../design/art.tsx';
import { BalanceChip } from '../../components/zaps/balance-chip.tsx';
import { CARD_PX, CARD_TEXT_PX } from '../../components/track/card-px.ts';
import { Page } from '../../design/page.tsx';
import { PlayDisc } from '../../components/track/play-disc.tsx';
import { Box, Flex } from '../../design/styled.tsx';

const router = createRouter({
  routeTree: createRootRoute({ component: Outlet }),
  history: createMemoryHistory({ initialEntries: ['/explore'] }),
});

const noop = () => undefined;

/** Explore with skeletons instead of tracks, and the template of a track card (src/boot/first-cards.ts). */
export function ExploreFrame() {
  return (
    <RouterContextProvider router={router}>
      <Flex direction="column" minHeight="100dvh">
        <Bar>
          <BalanceChip id="profile-area" onPress={noop} />
        </Bar>
        <Box as="main" flex="1">
          <Page width="wide">
            <Banner aside={null} />
            <ExploreFilter
              isFiltered={false}
              count={null}
              closeNote={null}
              search=""
              onSearch={noop}
              genre={null}
              genres={[]}
              onGenre={noop}
            />
            {/* The app's rows have the same containment: otherwise a cover's subpixel size differs and counts as a new LCP candidate. */}
            <Box {...{ [attributes.trackGrid]: exploreTexts.tracks }} contain="layout style">
              <GridSkeleton />
            </Box>
          </Page>
        </Box>
        <Box position="sticky" bottom="0" zIndex="player">
          <BottomTabs isUser />
        </Box>
      </Flex>
      <template {...{ [attributes.card]: '' }}>
        <article>
          <Cover src="cover" coverSeed={null} px={CARD_PX}>
            <PlayDisc
              track={{ title: '', audioSrc: '' }}
              isSounding={false}
              isUnplayable={false}
              onPlay={noop}
              place="corner"
            />
          </Cover>
          <Box pt="9px" height={`${CARD_TEXT_PX}px`}>
            <Box textStyle="title" truncate {...{ [attributes.text]: 'title' }} />
            <Box textStyle="meta" color="fg.muted" truncate {...{ [attributes.text]: 'artist' }} />
          </Box>
        </article>
      </template>
    </RouterContextProvider>
  );
}
