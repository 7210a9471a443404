import { overBottomBars } from '../platform/bottom-bars.ts';
import { texts } from '../platform/texts.ts';
import { Button } from './button.tsx';
import { fromLeft, fromRight } from './edges.ts';
import { Box, Flex } from './styled.tsx';

/** `page`: the whole page; `block`: within a page; `overlay`: a box over the page, like a sheet; `invisible`: nothing is shown. */
export type Place = 'page' | 'block' | 'overlay' | 'invisible';

/**
 * `missing`: not loaded; `stuck`: not loaded, and the browser has cached the failure; `outdated`: the server has another build;
 * `broken`: threw an error.
 */
export type PartFailure = 'missing' | 'stuck' | 'outdated' | 'broken';

/** Offers Retry or Reload in place of a part. The page does not reload by itself, because music may be playing. */
export function MissingPart({
  place,
  failure,
  isBusy,
  onRetry,
}: {
  place: Place;
  failure: PartFailure;
  isBusy: boolean;
  onRetry: () => void;
}) {
  if (place === 'invisible') return null;
  const isOver = place === 'overlay';
  const message = texts.part[failure === 'stuck' ? 'missing' : failure];
  return (
    <Flex
      role="alert"
      {...overBottomBars}
      align="center"
      justify="center"
      gap="10px 16px"
      wrap="wrap"
      p="16px"
      textAlign="center"
      {...(place === 'page' ? { minHeight: '60dvh', direction: 'column' } : {})}
      {...(isOver
        ? {
            position: 'fixed',
            left: fromLeft('12px'),
            right: fromRight('12px'),
            bottom: 'calc(var(--bottom-bars, env(safe-area-inset-bottom, 0px)) + 12px)',
            maxWidth: '440px',
            mx: 'auto',
            zIndex: 'topBar',
            bg: 'bg.overlay',
            borderRadius: 'panel',
          }
        : {})}
    >
      {place === 'page' ? (
        <Box as="h1" textStyle="h2">
          {message}
        </Box>
      ) : (
        <Box textStyle="title">{message}</Box>
      )}
      {failure === 'outdated' || failure === 'stuck' ? (
        <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
      ) : (
        <Button variant="outline" busy={isBusy ? texts.part.loading : null} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Flex>
  );
}
