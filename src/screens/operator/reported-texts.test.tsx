import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../../testing/ui-test.tsx';
import { ReportedTexts } from './reported-texts.tsx';

it("shows an operator a track's description and lyrics, and the title and notes of each release", async () => {
  const track = {
    artist_name: 'Nina',
    duration_ms: 180_000,
    created_at: '2026-11-01T00:00:00Z',
    audio_url: null,
    description: 'Written on a bus.',
    lyrics: 'Night\nand day',
  };
  const releases = [
    { id: 'tides', title: 'Tides', notes: 'Recorded at sea.' },
    { id: 'ebb', title: 'Ebb', notes: '' },
  ];
  await renderUi(<ReportedTexts track={track} releases={releases} />);
  await expect
    .element(page.getByRole('region', { name: 'Description of the track' }))
    .toHaveTextContent('Written on a bus.');
  await expect.element(page.getByRole('region', { name: 'Lyrics of the track' })).toHaveTextContent('Night and day');
  await expect.element(page.getByRole('region', { name: /Release .*Tides/ })).toHaveTextContent('Recorded at sea.');
  await expect.element(page.getByText(/Release .*Ebb/)).toBeVisible();
});
