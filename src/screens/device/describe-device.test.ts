import { expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', true],
  [`${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', true],
  [`${android} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', true],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet for Android', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
    false,
  ],
  ['curl/8.5.0', 'Unknown device', false],
  ['', 'Unknown device', false],
  [null, 'Unknown device', false],
])('describes %s as %s', (userAgent, name, isHandheld) => {
  expect(describeDevice(userAgent)).toEqual({ name, isHandheld });
});
