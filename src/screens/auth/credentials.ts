import * as z from 'zod/mini';

/** Allows letters of any script on both sides of the @, but no characters that are special in a mail header. */
const ADDRESS =
  /^(?![.])(?!.*[.]{2})[^\s@"<>(),;:\\[\]\p{Cc}]+(?<![.])@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?[.])+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

const email = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, 'Email is required'),
    z.maxLength(255, 'Email must be less than 255 characters'),
    z.regex(ADDRESS, 'Invalid email address'),
  );

const password = z
  .string()
  .check(
    z.minLength(6, 'Password must be at least 6 characters'),
    z.maxLength(128, 'Password must be less than 128 characters'),
  );

type Checked<T> = { ok: true; value: T } | { ok: false; message: string };

function check<T>(schema: z.ZodMiniType<T>, value: unknown): Checked<T> {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, message: parsed.error.issues[0]?.message ?? '' };
}

/** Applies the specification's rules (part 1 §5). A failure reports only the first issue. */
export function checkCredentials(value: { email: string; password: string }) {
  return check(z.object({ email, password }), value);
}

export function checkEmail(value: string) {
  return check(email, value);
}

export function checkPassword(value: string) {
  return check(password, value);
}
