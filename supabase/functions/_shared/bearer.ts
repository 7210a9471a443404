/** The token of an `Authorization` header; null without one. */
export function bearerIn(header: string | null | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
