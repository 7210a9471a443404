import { type HTMLChakraProps } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Box, Flex, styled } from './styled.tsx';

const style = classes({
  page: { px: { base: '16px', md: '24px', lg: '40px' }, pt: { base: '8px', lg: '24px' }, pb: '32px', mx: 'auto' },
  wide: { maxWidth: '1440px' },
  normal: { maxWidth: '1120px' },
  narrow: { maxWidth: '760px' },
});

interface PageProps {
  title?: string;
  width?: 'wide' | 'normal' | 'narrow';
  children: ReactNode;
}

export function Page({ title, width = 'normal', children }: PageProps) {
  return (
    <div className={style('page', width)}>
      {title !== undefined && <PageTitle>{title}</PageTitle>}
      {children}
    </div>
  );
}

const Heading = styled('h1', { base: { textStyle: 'h1', overflowWrap: 'anywhere', overflowX: 'clip' } });

type PageTitleProps = Omit<HTMLChakraProps<'h1'>, 'as' | 'asChild' | 'className' | 'css'> &
  Pick<ComponentProps<'h1'>, 'ref'>;

/** The page's heading. Clips a letter with a hundred combining marks, which cannot wrap. */
export function PageTitle({ children, ...rest }: PageTitleProps) {
  return (
    <Heading dir="auto" {...rest}>
      {children}
    </Heading>
  );
}

export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} mt="28px" minWidth="0">
      <Flex align="center" justify="space-between" gap="12px" mb="10px">
        <styled.h2 id={id} dir="auto" textStyle="h2" minWidth="0" overflowWrap="anywhere" overflowX="clip">
          {title}
        </styled.h2>
        {aside}
      </Flex>
      {children}
    </Box>
  );
}
