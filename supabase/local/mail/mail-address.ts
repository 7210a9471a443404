/**
 * Whether a mail to this text can reach only this one address. Auth's own rule also accepts 'x,b@example.com', which mail
 * programs read as two addresses, one of which is another person's.
 */
export function isMailable(email: string): boolean {
  return (
    email.length <= 254 &&
    /^[^\s@\p{Cc}",:;<>()[\]\\]+@[^\s@\p{Cc}",:;<>()[\]\\]+\.[^\s@\p{Cc}",:;<>()[\]\\]+$/u.test(email)
  );
}

/** A mail server's reply on one line, with its addresses masked as by `maskAddress`. */
export const maskAddresses = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[^\s<>@]{1,254}@[^\s<>@]{1,254}/g, maskAddress);

/** An address for the log: its first letter and its domain. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
