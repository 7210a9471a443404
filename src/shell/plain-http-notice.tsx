import { appTexts } from './app-texts.ts';
import { NoticeBar } from './notice-bar.tsx';

/** Above every page that came over plain HTTP from another machine: what the browser gives no such page, and the way to have it. */
export function PlainHttpNotice() {
  return window.isSecureContext ? null : <NoticeBar role="status" {...appTexts.plainHttp} />;
}
