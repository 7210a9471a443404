import { BadgeCheck, Zap } from 'lucide';
import type { ReactNode } from 'react';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';
import { dayAndMonth } from '../../platform/format.ts';
import { Button } from '../../design/button.tsx';
import { GlowingAvatar, Pattern } from './item-art.tsx';
import { Odds } from './odds.tsx';
import { storeTexts } from './store-texts.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Center, Flex } from '../../design/styled.tsx';

export interface Prize {
  name: string;
  /** 0 if the prize is an item. */
  zap_value: number;
  item_name: string | null;
  expires_at: string | null;
}

interface RevealProps {
  item: StoreItemRow;
  prizes: readonly Prize[];
  onDone: () => void;
  againButton: ReactNode;
}

export function Reveal({ item, prizes, onDone, againButton }: RevealProps) {
  return (
    <Box>
      {prizes.map((prize, i) => (
        <Box key={i} role="status">
          <Center position="relative" height="190px" borderRadius="art" overflow="hidden">
            <Box position="absolute" inset="0">
              <Pattern columns={9} rows={5} />
            </Box>
            <Center
              position="relative"
              width="152px"
              height="152px"
              borderRadius="full"
              bg="#14110F"
              color="#F5EFE6"
              animation="discOpen 360ms cubic-bezier(.2,.8,.2,1)"
              css={{ '@media (prefers-reduced-motion: reduce)': { animation: 'none' } }}
            >
              <PrizeArt prize={prize} />
            </Center>
          </Center>
          <Box textStyle="h1" mt="16px" overflowWrap="anywhere">
            {prize.name}
          </Box>
          <Box color="fg.muted" mt="4px">
            {effectOf(prize)}
          </Box>
        </Box>
      ))}
      <Box mt="16px" pt="16px" borderTop="1px solid" borderColor="border">
        <Odds metadata={item.metadata} drawn={prizes.map(({ name }) => name)} />
      </Box>
      <Flex gap="12px" mt="16px" css={{ '& > *': { flex: '1' } }} wrap="wrap">
        <Button onClick={onDone}>{storeTexts.done}</Button>
        {againButton}
      </Flex>
    </Box>
  );
}

function PrizeArt({ prize }: { prize: Prize }) {
  if (prize.item_name === 'Glow Border') return <GlowingAvatar size={124} />;
  if (prize.item_name !== null) return <Icon of={BadgeCheck} size={72} weight={1.25} />;
  return (
    <Flex align="center" gap="4px" textStyle="numeral" fontSize="48px" color="#E9FF4D" aria-hidden>
      {prize.zap_value}
      <Icon of={Zap} size={34} filled />
    </Flex>
  );
}

function effectOf({ name, zap_value: zaps, item_name: item, expires_at: expiresAt }: Prize): string {
  if (item !== null)
    return [storeTexts.got[item] ?? '', expiresAt === null ? '' : storeTexts.ends(dayAndMonth(expiresAt))]
      .join(' ')
      .trim();
  // A person who already owns the drawn item without end gets ZAPs instead.
  return name === storeTexts.zaps(zaps) ? storeTexts.gotZaps(zaps) : storeTexts.insteadOf(zaps);
}
