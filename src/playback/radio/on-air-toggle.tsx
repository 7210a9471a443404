import { CloudOff } from 'lucide';
import { controlKey } from '../../boot/contract.ts';
import { useIsOffline } from '../../engine/live.ts';
import { Squiggle } from '../../design/drawn-lines.tsx';
import { useRadioApi, useRadioState } from './radio-context.tsx';
import { radioTexts } from './radio-texts.ts';
import { Icon } from '../../design/icon.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Box, styled } from '../../design/styled.tsx';

export function OnAirToggle() {
  const { controller, isOpening, start } = useRadioApi();
  const state = useRadioState();
  const hasNetwork = !useIsOffline();
  const isOff = state === 'off';
  const isOnAir = state === 'onAir';
  const isConnecting = state === 'connecting' || state === 'reconnecting';
  // The radio cannot start offline, but can be stopped.
  const cannotStart = isOff && !hasNetwork;
  const hasWideSign = isConnecting || cannotStart;
  return (
    <styled.button
      type="button"
      {...controlKey('radio toggle')}
      aria-pressed={!isOff}
      aria-busy={isConnecting}
      data-state={state}
      {...(cannotStart
        ? { 'aria-label': `${radioTexts.onAir}. ${radioTexts.offline}`, ...disabledWithReason(radioTexts.needsNetwork) }
        : { onClick: () => (isOff ? start('bar') : !isOpening && controller?.stop()) })}
      display="inline-flex"
      alignItems="center"
      // Smaller gaps make up for the wider signs, so that the bar does not shift.
      gap={hasWideSign ? '4px' : '7px'}
      flex="none"
      height="36px"
      p={hasWideSign ? '0 12px 0 7px' : '0 12px 0 10px'}
      borderRadius="full"
      textStyle="label"
      whiteSpace="nowrap"
      cursor="pointer"
      position="relative"
      bg={isOnAir ? 'air.solid' : 'transparent'}
      color={isOnAir ? 'air.contrast' : isOff ? 'fg' : 'air.fg'}
      boxShadow={isOnAir ? 'none' : `inset 0 0 0 1.5px {colors.${isOff ? 'border.emphasized' : 'air.solid'}}`}
      transitionProperty="background-color, color, transform"
      transitionDuration="quick"
      _after={{ content: '""', position: 'absolute', inset: '-4px' }}
      _active={{ transform: 'scale(.97)' }}
      _disabled={{ bg: 'bg.muted', color: 'fg.disabled', boxShadow: 'none', cursor: 'default', transform: 'none' }}
      css={{
        '@media (hover: hover)': {
          '&:hover:not([aria-disabled])': isOff
            ? { boxShadow: 'inset 0 0 0 1.5px {colors.fg}' }
            : { filter: 'brightness(1.08)' },
        },
      }}
    >
      {cannotStart ? (
        <Icon of={CloudOff} size={14} />
      ) : isConnecting ? (
        <Squiggle label={null} size={14} />
      ) : (
        <Box
          width="8px"
          height="8px"
          borderRadius="full"
          {...(isOnAir
            ? { bg: 'currentcolor' }
            : { border: '1.5px solid', borderColor: isOff ? 'fg.muted' : 'air.fg' })}
        />
      )}
      {/* A hidden copy reserves the width of the bold text, so that the bar does not shift as the weight animates. */}
      <Box as="span" display="inline-grid">
        <Box
          as="span"
          gridArea="1 / 1"
          {...(isOnAir
            ? {
                animation: 'airWeight 360ms {easings.out}',
                css: { '@media (prefers-reduced-motion: reduce)': { animation: 'none' } },
              }
            : {})}
        >
          {radioTexts.onAir}
        </Box>
        <Box as="span" gridArea="1 / 1" visibility="hidden" aria-hidden>
          {radioTexts.onAir}
        </Box>
      </Box>
    </styled.button>
  );
}
