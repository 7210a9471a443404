import type { ReactNode } from 'react';
import { Avatar } from './art.tsx';
import { Box, Flex, styled } from './styled.tsx';

export const List = styled('ul', { base: { listStyleType: 'none' } });

interface ListRowProps {
  lead: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  children?: ReactNode;
  trailing?: ReactNode;
  /** Set in a windowed list, which has list items of its own: whether a line is above the row. */
  hasLine?: boolean;
}

export function ListRow({ lead, title, meta, children, trailing, hasLine }: ListRowProps) {
  return (
    <Flex
      as={hasLine === undefined ? 'li' : 'div'}
      align="center"
      gap="14px"
      py="8px"
      minHeight="64px"
      borderTop="1px solid"
      borderColor="border"
      {...(hasLine ? {} : { _first: { borderTop: 'none' } })}
    >
      {lead}
      <Box flex="1" minWidth="0">
        <Box textStyle="title" truncate>
          {title}
        </Box>
        {meta !== undefined && (
          <Flex textStyle="meta" color="fg.muted" gap="6px" align="center" minWidth="0">
            {typeof meta === 'string' ? (
              <Box minWidth="0" truncate>
                {meta}
              </Box>
            ) : (
              meta
            )}
          </Flex>
        )}
        {children}
      </Box>
      {trailing}
    </Flex>
  );
}

interface PersonRowProps {
  name: string;
  avatarSrc: string | null;
  meta?: ReactNode;
  trailing?: ReactNode;
  link?: (name: ReactNode) => ReactNode;
}

export function PersonRow({ name, avatarSrc, meta, trailing, link = (text) => text }: PersonRowProps) {
  return (
    <ListRow
      lead={<Avatar name={name} src={avatarSrc} size="lg" />}
      title={link(name)}
      {...(meta === undefined ? {} : { meta })}
      trailing={trailing}
    />
  );
}
