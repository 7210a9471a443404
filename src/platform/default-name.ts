const MAX_LENGTH = 50;

/** The default name (S-52), by the same rule as `private.ensure_user`. */
export function defaultName(email: string): string {
  const name = email.split('@')[0]?.split('+')[0]?.trim() ?? '';
  return Array.from(name).slice(0, MAX_LENGTH).join('').trim();
}

/** Whether the name is a default name, which reveals a part of the e-mail address. */
export function isDefaultName(name: string | null | undefined, email: string): boolean {
  // Accounts made by an earlier version have the tag in their names.
  return name != null && (name === defaultName(email) || name === email.split('@')[0]);
}
