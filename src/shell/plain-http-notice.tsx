import { appTexts } from './app-texts.ts';
import { NoticeBar } from './notice-bar.tsx';

/** Shown over plain HTTP, where browsers disable installation, offline use and notifications. */
export function PlainHttpNotice() {
  return window.isSecureContext ? null : <NoticeBar role="status" {...appTexts.plainHttp} />;
}
