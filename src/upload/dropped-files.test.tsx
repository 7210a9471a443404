import { afterEach, describe, expect, it, vi } from 'vitest';
import { guardDrops } from './dropped-files.ts';
import { sortFiles } from './sort-files.ts';

let stop = () => undefined as void;
afterEach(() => stop());

const mp3 = new File(['x'], 'night.mp3', { type: 'audio/mpeg' });

function drop(target: Element, files: readonly File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const fire = (type: string) =>
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  fire('dragover');
  return fire('drop');
}

function append(tag: string): HTMLElement {
  const element = document.createElement(tag);
  document.body.append(element);
  return element;
}

describe('a dropped file', () => {
  it('is not opened by the browser, but passed to the handler', () => {
    const onFiles = vi.fn<(files: File[]) => void>();
    stop = guardDrops(onFiles);
    expect(drop(document.body, [mp3])).toBe(false);
    expect(onFiles.mock.calls).toEqual([[[mp3]]]);
  });

  it('is ignored if a drop zone or a file input handles it', () => {
    const onFiles = vi.fn<(files: File[]) => void>();
    stop = guardDrops(onFiles);
    const zone = append('div');
    zone.addEventListener('drop', (event) => event.preventDefault());
    drop(zone, [mp3]);
    const field = Object.assign(document.createElement('input'), { type: 'file' });
    document.body.append(field);
    expect(drop(field, [mp3])).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('is ignored if it was dragged within the page; dropped text is ignored too', () => {
    const onFiles = vi.fn<(files: File[]) => void>();
    stop = guardDrops(onFiles);
    const picture = append('img');
    picture.dispatchEvent(new DragEvent('dragstart', { bubbles: true }));
    expect(drop(append('div'), [mp3])).toBe(true);
    picture.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'words');
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    expect(document.body.dispatchEvent(event)).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('is sorted as upload or picture by its type, or by its name if it has no type', () => {
    const file = (name: string, type = '') => new File(['x'], name, { type });
    const uses = [
      [mp3, file('a.png', 'image/png')],
      [file('a.HEIC')],
      [file('a.mp3')],
      [file('a.pdf', 'application/pdf')],
    ].map((files) => sortFiles(files)?.use ?? null);
    expect(uses).toEqual(['upload', 'picture', 'upload', null]);
  });
});
