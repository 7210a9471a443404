/**
 * The name that somebody has until they choose one: the part of their e-mail before the '@', without a tag behind '+' (S-52). The server
 * makes it of the same letters.
 */
export function nameOfMail(email: string): string {
  return email.split('@')[0]?.split('+')[0]?.trim() ?? '';
}

/** Whether nobody chose this name: it tells others a part of a mail address. */
export function isNameOfMail(name: string | null | undefined, email: string): boolean {
  return name != null && (name === nameOfMail(email) || name === email.split('@')[0]);
}
