import { appTexts } from './app-texts.ts';
import { NoticeBar } from './notice-bar.tsx';

/** Over plain HTTP, browsers disable installation, offline use and notifications. */
export function PlainHttpNotice() {
  return window.isSecureContext ? null : <NoticeBar role="status" {...appTexts.plainHttp} />;
}
