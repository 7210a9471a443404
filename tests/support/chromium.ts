import { installedChromium } from './installed-chromium.mjs';

const executablePath = installedChromium();

/**
 * Features of Chromium to switch off. The first two are hidden pages that Chromium 156 loads for its address bar with each window (1.6 s of CPU each).
 * The others are features that Playwright 1.65 switches off itself: Chromium uses only the last `--disable-features`.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Launch options for Playwright. */
export const chromiumOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    '--autoplay-policy=user-gesture-required',
  ],
};
