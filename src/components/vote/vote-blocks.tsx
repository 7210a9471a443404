import { useId } from 'react';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { voteTexts } from './vote-texts.ts';

const weights = [1, 2, 3, 4, 5] as const;
/** Heights in px. STEP is added for each further block. */
const LOWEST = 24;
const STEP = 6;

export type BlocksVariant = 'editable' | 'queued' | 'locked';

interface VoteBlocksProps {
  /** 0 for none */
  weight: number;
  variant: BlocksVariant;
  onChoose: (weight: number) => void;
}

export function VoteBlocks({ weight, variant, onChoose }: VoteBlocksProps) {
  const name = useId();
  const isLocked = variant === 'locked';
  return (
    <Flex
      role="radiogroup"
      aria-label={voteTexts.yours}
      {...(isLocked ? { 'aria-disabled': true } : {})}
      gap="6px"
      height={`${LOWEST + STEP * 4}px`}
    >
      {weights.map((value) => {
        const isFilled = value <= weight;
        return (
          <styled.label
            key={value}
            position="relative"
            flex="1"
            minWidth="44px"
            display="flex"
            alignItems="flex-end"
            cursor={isLocked ? 'default' : 'pointer'}
          >
            <styled.input
              type="radio"
              name={name}
              aria-label={voteTexts.weight(value)}
              checked={value === weight}
              disabled={isLocked}
              onChange={() => onChoose(value)}
              className="peer"
              position="absolute"
              inset="0"
              opacity="0"
              cursor="inherit"
            />
            <Box
              display="flex"
              alignItems="flex-end"
              justifyContent="center"
              width="100%"
              height={`${LOWEST + STEP * (value - 1)}px`}
              pb="4px"
              borderRadius="4px"
              fontSize="13px"
              fontWeight="600"
              lineHeight="1.2"
              transitionProperty="background-color, color"
              transitionDuration="base"
              data-drawn={isFilled ? 'chosen' : 'choice'}
              {...blockStyle(variant, isFilled)}
              // The blocks fill one after another.
              style={{ transitionDelay: `${(value - 1) * 30}ms` }}
              css={{ '.peer:focus-visible + &': { outline: '2px solid', outlineColor: 'fg', outlineOffset: '2px' } }}
            >
              {value}
            </Box>
          </styled.label>
        );
      })}
    </Flex>
  );
}

function blockStyle(variant: BlocksVariant, isFilled: boolean) {
  if (variant === 'locked')
    return isFilled ? { bg: 'bg.emphasized', color: 'fg.muted' } : { bg: 'bg.muted', color: 'fg.subtle' };
  if (!isFilled) return { bg: 'bg.emphasized', color: 'fg.muted' };
  return variant === 'queued'
    ? { bg: 'transparent', color: 'fg', border: '1.5px dashed', borderColor: 'fg' }
    : { bg: 'bg.inverted', color: 'fg.inverted' };
}
