import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { overBottomBars } from '../platform/bottom-bars.ts';
import { useHeightAboveKeyboard } from '../platform/viewport.ts';
import { classes } from './classes.ts';
import { useModal } from './modal.ts';

interface SheetProps {
  onClose: () => void;
  /** Shown only with `asks`; else the content has its own heading. */
  title: string;
  /** Shows the title and no grabber. `alert` is an alertdialog that a press outside does not close. */
  asks?: 'plain' | 'alert';
  picture?: ReactNode;
  /**
   * `bottom`: a bottom sheet below 1024 px (with `asks` or `wide`: below 768 px), else a centred box. `side`: full screen
   * below 1024 px, else a panel at the right. `room`: below 768 px the area above player and keyboard, else a large box.
   */
  kind?: 'bottom' | 'side' | 'room';
  /** For forms. Below 768 px, the sheet may use almost the full height; above, the box is wider. */
  wide?: boolean;
  /** Whether the sheet has the colour of the radio. */
  isOnAir?: boolean;
  children: ReactNode;
}

const easing = 'cubic-bezier(.2,.8,.2,1)';
const riseAnimation = `sheetIn 360ms ${easing}`;
const fadeAnimation = 'fadeIn 220ms';

const centredFrom = (width: 'md' | 'lg') => ({
  borderBottomRadius: { base: '0', [width]: 'sheet' },
  animation: { base: riseAnimation, [width]: fadeAnimation },
});

/** Below the breakpoint `width` the sheet touches the window's edges, so its content needs the notch's inset. */
const clearOfNotch = (width: 'md' | 'lg') => ({
  pl: { base: 'env(safe-area-inset-left)', [width]: '0' },
  pr: { base: 'env(safe-area-inset-right)', [width]: '0' },
});

const style = classes({
  scrim: { position: 'fixed', inset: '0', bg: 'scrim', zIndex: 'modal', animation: fadeAnimation },
  scrimOfRoom: { hideBelow: 'md' },
  place: {
    position: 'fixed',
    insetX: '0',
    top: '0',
    bottom: '0',
    zIndex: 'modal',
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
  placeFromMd: { alignItems: { md: 'center' } },
  placeFromLg: { alignItems: { lg: 'center' } },
  placeOfSide: { alignItems: 'stretch', justifyContent: 'flex-end' },
  placeOfRoom: {
    alignItems: { base: 'flex-start', md: 'center' },
    pl: { md: 'env(safe-area-inset-left)' },
    pr: { md: 'env(safe-area-inset-right)' },
    bottom: { base: 'var(--bottom-bars, 0px)', md: '0' },
  },
  sheet: {
    pointerEvents: 'auto',
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    overscrollBehavior: 'contain',
    outline: 'none',
  },
  bottom: {
    bg: 'bg.panel',
    width: { base: '100%', lg: '440px' },
    maxHeight: { base: '92dvh', lg: '84dvh' },
    borderTopRadius: 'sheet',
    overflowY: 'auto',
    pb: 'env(safe-area-inset-bottom)',
    ...clearOfNotch('lg'),
  },
  fromLg: centredFrom('lg'),
  fromMd: {
    ...centredFrom('md'),
    ...clearOfNotch('md'),
    width: { base: '100%', md: '440px' },
    maxHeight: { base: '92dvh', md: '84dvh' },
  },
  wide: { width: { base: '100%', md: '560px' }, maxHeight: { base: 'calc(100dvh - 12px)', md: '84dvh' } },
  side: {
    bg: 'bg',
    width: { base: '100%', lg: '480px' },
    height: '100dvh',
    overflowY: 'auto',
    pb: 'env(safe-area-inset-bottom)',
    pl: { base: 'env(safe-area-inset-left)', lg: '0' },
    pr: 'env(safe-area-inset-right)',
    animation: { base: riseAnimation, lg: `panelIn 360ms ${easing}` },
  },
  room: {
    bg: { base: 'bg', md: 'bg.panel' },
    width: { base: '100%', md: 'min(960px, 100% - 48px)' },
    ...clearOfNotch('md'),
    height: { base: '100%', md: 'min(640px, 100dvh - 48px)' },
    borderRadius: { md: 'sheet' },
    overflow: 'hidden',
    animation: { base: riseAnimation, md: fadeAnimation },
  },
  onAir: { bg: 'air.solid' },
  head: { display: 'flex', alignItems: 'center', gap: '14px', p: { base: '24px 20px 16px', lg: '28px 28px 16px' } },
  title: { textStyle: 'h1', overflowWrap: 'anywhere', overflowX: 'clip', minWidth: '0' },
  unseen: { srOnly: true },
  grabber: {
    width: '40px',
    height: '4px',
    borderRadius: '2px',
    bg: 'border.emphasized',
    mx: 'auto',
    mt: '8px',
    mb: '6px',
    flex: 'none',
    hideFrom: 'lg',
  },
});

export function Sheet({
  onClose,
  title,
  asks,
  picture,
  kind = 'bottom',
  wide = false,
  isOnAir = false,
  children,
}: SheetProps) {
  const box = useModal<HTMLDivElement>(onClose);
  const titleId = useId();
  const heightAboveKeyboard = useHeightAboveKeyboard();
  const isRoom = kind === 'room';
  const centred = asks || wide ? 'fromMd' : 'fromLg';
  return createPortal(
    <div>
      <div
        aria-hidden
        className={style('scrim', isRoom && 'scrimOfRoom')}
        {...(asks === 'alert' ? {} : { onClick: onClose })}
      />
      <div
        {...(isRoom ? overBottomBars : {})}
        className={style(
          'place',
          kind === 'bottom' && (centred === 'fromMd' ? 'placeFromMd' : 'placeFromLg'),
          kind === 'side' && 'placeOfSide',
          isRoom && 'placeOfRoom',
        )}
      >
        <div
          ref={box}
          role={asks === 'alert' ? 'alertdialog' : 'dialog'}
          aria-modal
          aria-labelledby={titleId}
          tabIndex={-1}
          data-sheet={kind}
          className={style(
            'sheet',
            kind,
            kind === 'bottom' && centred,
            kind === 'bottom' && wide && 'wide',
            isOnAir && 'onAir',
          )}
          {...(isRoom && heightAboveKeyboard !== null ? { style: { height: heightAboveKeyboard } } : {})}
        >
          {asks ? (
            <div className={style('head')}>
              {picture}
              <h2 id={titleId} dir="auto" className={style('title')}>
                {title}
              </h2>
            </div>
          ) : (
            <h2 id={titleId} className={style('unseen')}>
              {title}
            </h2>
          )}
          {kind === 'bottom' && !asks && <div aria-hidden className={style('grabber')} />}
          {children}
        </div>
      </div>
    </div>,
    document.body,
  );
}
