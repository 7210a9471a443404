import type { ReactNode } from 'react';
import { Avatar } from './art.tsx';
import { Box, Flex, styled } from './styled.tsx';

/** A list without bullets. */
export const List = styled('ul', { base: { listStyleType: 'none' } });

interface ListRowProps {
  /** The picture at the start. */
  lead: ReactNode;
  title: ReactNode;
  meta?: ReactNode;
  /** Under the meta line, such as a time or a size. */
  children?: ReactNode;
  /** Controls at the end. */
  trailing?: ReactNode;
}

/** A list row: picture, title, meta line, controls. */
export function ListRow({ lead, title, meta, children, trailing }: ListRowProps) {
  return (
    <Flex
      as="li"
      align="center"
      gap="14px"
      py="8px"
      minHeight="64px"
      borderTop="1px solid"
      borderColor="border"
      _first={{ borderTop: 'none' }}
    >
      {lead}
      <Box flex="1" minWidth="0">
        <Box textStyle="title" truncate>
          {title}
        </Box>
        {meta !== undefined && (
          <Flex textStyle="meta" color="fg.muted" gap="6px" align="center" minWidth="0" truncate>
            {meta}
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
  /** Wraps the name in a link to the person's page. */
  link?: (name: ReactNode) => ReactNode;
}

/** A person in a list. */
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
