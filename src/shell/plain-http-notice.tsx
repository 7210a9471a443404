import { NoticeBar } from './notice-bar.tsx';

/** Shown over plain HTTP, where browsers disable installation, offline use and notifications. */
export function PlainHttpNotice() {
  return (
    <NoticeBar
      role="status"
      title="This address has no encryption"
      text="Installing, offline use and notifications do not work here. They do at an https address, or at localhost on the machine itself."
    />
  );
}
