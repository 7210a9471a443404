/** The default name (S-52). Must match the server's rule. */
export function nameOfMail(email: string): string {
  return email.split('@')[0]?.split('+')[0]?.trim() ?? '';
}

/** Whether the name is a default name, which reveals a part of the e-mail address. */
export function isNameOfMail(name: string | null | undefined, email: string): boolean {
  return name != null && (name === nameOfMail(email) || name === email.split('@')[0]);
}
