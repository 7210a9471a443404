import { appTexts } from './app-texts.ts';
import { NoticeBar } from './notice-bar.tsx';

/**
 * Notice above every page that is served over plain HTTP from another machine. It names the features that the browser disables, and how
 * to get them.
 */
export function PlainHttpNotice() {
  return window.isSecureContext ? null : <NoticeBar role="status" {...appTexts.plainHttp} />;
}
