import { toast } from '../../../engine/toast.ts';
import { recapTexts } from './recap-texts.ts';

const TYPE = 'image/png';

/** Whether the system's share sheet takes pictures. */
export function sharesPictures(): boolean {
  const example = new File([], 'picture.png', { type: TYPE });
  return navigator.canShare?.({ files: [example] }) ?? false;
}

/** Call while a press is handled, else the browser refuses. */
export async function sharePicture(picture: Blob, fileName: string): Promise<void> {
  try {
    await navigator.share({ files: [new File([picture], fileName, { type: TYPE })] });
  } catch (error) {
    // The person closed the sheet, or pressed again while it was open.
    if (error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)) return;
    toast({ id: 'recap', kind: 'error', ...recapTexts.notShared });
  }
}
