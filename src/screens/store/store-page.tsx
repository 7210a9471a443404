import { Link } from '@tanstack/react-router';
import { ChevronRight, KeyRound, Zap } from 'lucide';
import { useState } from 'react';
import { useMe, useScope } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Strata } from '../../design/strata.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { ItemArt } from './item-art.tsx';
import { storeTexts, upgrades } from './store-texts.ts';

const StoreDialog = lazyPart(() => import('./store-dialog.tsx').then((m) => m.StoreDialog), 'overlay');

const Leaderboard = lazyPart(
  () => import('../../components/leaderboard/leaderboard.tsx').then((m) => m.Leaderboard),
  'block',
);

interface StorePageProps {
  onSignIn: () => void;
}

export function StorePage({ onSignIn }: StorePageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Page width="wide">
      <PageTitle textStyle="poster">{storeTexts.title}</PageTitle>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap={{ base: '28px', lg: '56px' }}
        mt="20px"
        alignItems="start"
      >
        <Box minWidth="0">
          <Wallet onOpen={() => setOpen(true)} />
          <Upgrades />
          <VaultStrip />
        </Box>
        <Leaderboard />
      </Box>
      {isOpen && <StoreDialog onClose={() => setOpen(false)} onSignIn={onSignIn} />}
    </Page>
  );
}

function Wallet({ onOpen }: { onOpen: () => void }) {
  const { userId } = useScope();
  const me = useMe();
  return (
    <Box
      position="relative"
      overflow="hidden"
      borderRadius="panel"
      bg="zap.solid"
      color="zap.contrast"
      p={{ base: '18px 20px', lg: '24px 26px' }}
      minHeight={{ base: '180px', lg: '206px' }}
      css={{ '& :focus-visible': { outlineColor: 'zap.contrast' } }}
    >
      <Box position="absolute" right="0" top="0" bottom="0" width={{ base: '46%', lg: '52%' }} opacity=".9">
        <Strata height={206} lines={11} width={430} />
      </Box>
      <Box position="relative">
        <Box fontWeight="600">{userId === null ? storeTexts.guest : storeTexts.balance}</Box>
        {userId !== null && (
          <Flex align="center" gap="8px" textStyle="numeral" fontSize="clamp(48px, 15vw, 76px)" my="14px">
            {me?.zaps?.toLocaleString('en') ?? '–'}
            <Icon of={Zap} size={44} filled label="ZAPs" />
          </Flex>
        )}
        <Button bg="zap.contrast" color="disc.fg" onClick={onOpen} {...(userId === null ? { mt: '18px' } : {})}>
          {storeTexts.open}
        </Button>
      </Box>
    </Box>
  );
}

function Upgrades() {
  return (
    <styled.ul
      listStyleType="none"
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
      gap="20px"
      mt="28px"
    >
      {upgrades.map(({ icon, name, text, zaps }) => (
        <styled.li key={name}>
          <ItemArt icon={icon} size={170} />
          <Box textStyle="title" mt="10px">
            {name}
          </Box>
          <Box textStyle="meta" color="fg.muted">
            {text}
          </Box>
          <Flex align="center" gap="4px" mt="6px" textStyle="title">
            <Box color="zap.fg">
              <Icon of={Zap} size={16} filled />
            </Box>
            {storeTexts.zaps(zaps)}
          </Flex>
        </styled.li>
      ))}
    </styled.ul>
  );
}

function VaultStrip() {
  return (
    <styled.span asChild>
      <Link to="/vault">
        <Flex
          align="center"
          gap="20px"
          mt="28px"
          p="20px 26px"
          borderRadius="panel"
          bg="gold.solid"
          color="gold.contrast"
        >
          <Icon of={KeyRound} size={24} />
          <Box flex="1" minWidth="0">
            <Box textStyle="h2">{storeTexts.vault.title}</Box>
            <Box>{storeTexts.vault.text}</Box>
          </Box>
          <Icon of={ChevronRight} />
        </Flex>
      </Link>
    </styled.span>
  );
}
