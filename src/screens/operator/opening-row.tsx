import { type ComponentProps, type ReactNode, useId } from 'react';
import { Box, Flex, styled } from '../../design/styled.tsx';

interface OpeningRowProps {
  picture: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** Columns of the summary, which is a grid. */
  columns: ComponentProps<typeof Box>['gridTemplateColumns'];
  /** The summary, which is the button. */
  children: ReactNode;
  /** Shown while the row is open. */
  detail: ReactNode;
}

/** A row of a list of decisions: a picture, and a summary that opens and closes the detail below. `useRowKeys` finds its button. */
export function OpeningRow({ picture, isOpen, onToggle, columns, children, detail }: OpeningRowProps) {
  const detailId = useId();
  const open: ComponentProps<typeof Box> = isOpen
    ? { bg: 'bg.subtle', borderRadius: 'panel', px: '16px', pb: '16px', mb: '8px' }
    : {};
  return (
    <Box as="li" borderTop="1px solid" borderColor="border" _first={{ borderTop: 'none' }} {...open}>
      <Flex align="center" gap="14px" minHeight="68px">
        {picture}
        <styled.button
          type="button"
          data-row-target
          aria-expanded={isOpen}
          {...(isOpen ? { 'aria-controls': detailId } : {})}
          onClick={onToggle}
          flex="1"
          minWidth="0"
          minHeight="68px"
          // On a phone the texts wrap: keep them off the line between rows.
          py={{ base: '10px', lg: '0' }}
          display="grid"
          gridTemplateColumns={columns}
          columnGap="14px"
          alignItems="center"
          textAlign="start"
          cursor="pointer"
        >
          {children}
        </styled.button>
      </Flex>
      {isOpen && <Box id={detailId}>{detail}</Box>}
    </Box>
  );
}
