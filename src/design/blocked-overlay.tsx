import { Play } from 'lucide';
import { blockedTexts } from './blocked-texts.ts';
import { fromLeft, fromRight } from './edges.ts';
import { Icon } from './icon.tsx';
import { Box, Flex, styled } from './styled.tsx';

export function BlockedOverlay({ onTap }: { onTap: () => void }) {
  return (
    <styled.button
      type="button"
      onClick={onTap}
      position="absolute"
      inset="0"
      display="flex"
      alignItems="center"
      gap="14px"
      pl={{ base: fromLeft('16px'), lg: '40px' }}
      pr={{ base: fromRight('16px'), lg: '40px' }}
      bg="bg.inverted"
      color="fg.inverted"
      textAlign="left"
      cursor="pointer"
      css={{ '&:focus-visible': { outlineColor: 'fg.inverted', outlineOffset: '-4px' } }}
    >
      <Flex
        width="48px"
        height="48px"
        borderRadius="full"
        bg="fg.inverted"
        color="bg.inverted"
        align="center"
        justify="center"
        flex="none"
      >
        <Icon of={Play} size={22} filled />
      </Flex>
      <Box>
        <Box textStyle="title">{blockedTexts.title}</Box>
        <Box textStyle="meta">{blockedTexts.text}</Box>
      </Box>
    </styled.button>
  );
}
