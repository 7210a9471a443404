import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderFor, expectAnnounced } from '../testing/scope-test.tsx';
import { Button } from './button.tsx';
import { disabledButton } from './disabled-button.ts';
import { PlayDisc } from '../components/track/play-disc.tsx';
import { Switch } from './switch.tsx';

const act = vi.fn();
const controls = [
  [
    'a pill',
    <Button key="pill" {...disabledButton('locked', 'Not now')}>
      Press
    </Button>,
    'Not now',
  ],
  ['a switch', <Switch key="switch" label="Radio" isOn={false} disabledReason="Not now" onChange={act} />, 'Not now'],
  [
    'an unplayable cover',
    <PlayDisc
      key="disc"
      track={{ title: 'A', audioSrc: '/a.mp3' }}
      isSounding={false}
      isUnplayable
      onPlay={act}
      place="corner"
    />,
    'Not saved on this device',
  ],
] as const;

describe('a control that cannot be used now', () => {
  it.each(controls)('says why by touch, by keyboard and to screen readers: %s', async (_, control, why) => {
    await renderFor({}, control);
    const [element] = document.querySelectorAll('[aria-disabled=true]');
    expect(element).toHaveAccessibleDescription(why);
    await userEvent.tab();
    expect(document.activeElement).toBe(element);
    await userEvent.keyboard('{Enter}');
    await expectAnnounced(why);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.elementLocator(element ?? document.body).click({ force: true });
    await expectAnnounced(why);
    expect(act).not.toHaveBeenCalled();
  });
});
