import { Check } from 'lucide';
import * as z from 'zod/mini';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { storeTexts } from './store-texts.ts';

const oddsMeta = z.object({ odds: z.array(z.object({ name: z.string(), chance: z.number() })) });

/** `drawn`: the names of the prizes that were drawn. */
export function Odds({ metadata, drawn = [] }: { metadata: Record<string, unknown>; drawn?: readonly string[] }) {
  const parsed = oddsMeta.safeParse(metadata);
  if (!parsed.success || parsed.data.odds.length === 0) return null;
  const { odds } = parsed.data;
  const maxChance = Math.max(...odds.map(({ chance }) => chance));
  return (
    <Box>
      <Flex justify="space-between" align="baseline" gap="12px" wrap="wrap" mb="4px">
        <Box fontWeight="600">{storeTexts.odds}</Box>
        <Box textStyle="small" color="fg.subtle">
          {storeTexts.oddsFrom}
        </Box>
      </Flex>
      <List aria-label={storeTexts.odds}>
        {odds.map(({ name, chance }) => {
          const isDrawn = drawn.includes(name);
          return (
            <Flex
              as="li"
              key={name}
              align="center"
              gap="10px"
              minHeight="34px"
              py="4px"
              textStyle="meta"
              mx="-10px"
              px="10px"
              borderRadius="10px"
              {...(isDrawn ? { bg: 'bg.muted', fontWeight: 600, 'aria-current': true } : {})}
            >
              {isDrawn && <Icon of={Check} size={16} />}
              <Box flex="1" minWidth="0">
                {name}
              </Box>
              <Box width="76px" height="6px" borderRadius="2px" bg="bg.emphasized" data-drawn="choice" aria-hidden>
                <Box
                  height="100%"
                  borderRadius="2px"
                  bg="fg"
                  data-drawn="sign"
                  style={{ width: `${(chance / maxChance) * 100}%` }}
                />
              </Box>
              <Box width="38px" textAlign="right" color="fg.muted" fontVariantNumeric="tabular-nums">
                {Math.round(chance * 1000) / 10}%
              </Box>
            </Flex>
          );
        })}
      </List>
    </Box>
  );
}
