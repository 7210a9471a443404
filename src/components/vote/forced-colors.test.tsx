import { expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Input } from '../../design/field.tsx';
import { Rating } from './rating.tsx';
import { Segment } from '../../design/segment.tsx';
import { Slider } from '../../design/slider.tsx';
import { Switch } from '../../design/switch.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { renderUi } from '../../testing/ui-test.tsx';
import { VoteBlocks } from './vote-blocks.tsx';

/** The DevTools protocol, to emulate system settings. */
const browser = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };

const noop = () => undefined;

function paintOf(element: Element | null): string[] {
  if (!element) return [];
  const { backgroundColor, borderTopWidth, color } = getComputedStyle(element);
  return [backgroundColor, borderTopWidth, color];
}

it('each control shows its state and its edge in forced colours', async () => {
  await renderUi(
    <div style={{ display: 'grid', gap: 12, padding: 16 }}>
      <Switch label="On" isOn onChange={noop} />
      <Switch label="Off" isOn={false} onChange={noop} />
      <Checkbox label="Ticked" checked onChange={noop} />
      <Checkbox label="Not ticked" checked={false} onChange={noop} />
      <VoteBlocks weight={3} variant="editable" onChoose={noop} />
      <VoteBlocks weight={3} variant="locked" onChoose={noop} />
      <Segment
        label="Order"
        value="a"
        choices={[
          { value: 'a', label: 'Votes' },
          { value: 'b', label: 'Plays' },
        ]}
        onChange={noop}
      />
      <Button variant="solid" aria-pressed>
        Shuffle on
      </Button>
      <Button variant="outline" aria-pressed={false}>
        Shuffle off
      </Button>
      <Button disabled>Disabled</Button>
      <Input aria-label="Title" />
      <Slider label="Volume" value={40} valueText="40" onChange={noop} />
      <Rating average={3.2} votes={4} />
      <Badge variant="waiting">Waiting</Badge>
    </div>,
  );
  await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  const byLabel = (name: string) => page.getByLabelText(name, { exact: true }).element();
  const box = (name: string) => byLabel(name).parentElement?.querySelector('[data-box]') ?? null;
  const blocks = [...document.querySelectorAll('[role=radiogroup] .peer + *')];
  const buttonNamed = (name: string) => page.getByRole('button', { name, exact: true }).element();
  const pairs: readonly (readonly [Element | null, Element | null])[] = [
    [byLabel('On'), byLabel('Off')],
    [box('Ticked'), box('Not ticked')],
    [blocks[0] ?? null, blocks[4] ?? null],
    [blocks[5] ?? null, blocks[9] ?? null],
    [page.getByText('Votes').element(), page.getByText('Plays').element()],
    [buttonNamed('Shuffle on'), buttonNamed('Shuffle off')],
  ];
  for (const [selected, unselected] of pairs) {
    expect(paintOf(selected)[0]).not.toBe(paintOf(unselected)[0]);
    expect([paintOf(selected)[1], paintOf(unselected)[1]]).toEqual(['1px', '1px']);
  }
  // Unselected controls have no fill: in some themes a fill in the disabled colour would stand out more than a selected control.
  const { backgroundColor: canvas } = getComputedStyle(document.body);
  for (const unselected of [byLabel('Off'), blocks[4] ?? null]) expect(paintOf(unselected)[0]).toBe(canvas);
  // The knob is visible in both positions.
  for (const name of ['On', 'Off']) {
    const knob = byLabel(name).querySelector('span');
    expect(paintOf(knob)[0]).not.toBe(paintOf(byLabel(name))[0]);
  }
  expect(paintOf(byLabel('Title'))[1]).toBe('1px');
  expect(paintOf(buttonNamed('Disabled'))[2]).not.toBe(paintOf(buttonNamed('Shuffle off'))[2]);
  const bars = page.getByRole('img', { name: '3.2 of 5' }).element();
  expect(getComputedStyle(bars).fill).toBe(getComputedStyle(document.body).color);
  const range = byLabel('Volume');
  expect(getComputedStyle(range, '::-webkit-slider-thumb').backgroundColor).not.toBe(
    getComputedStyle(document.body).backgroundColor,
  );
  await browser.send('Emulation.setEmulatedMedia', { features: [] });
});
