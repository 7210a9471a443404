/** URL of a stored file. @param stored path in the bucket with an optional query, or already a URL */
export function mediaAddress(
  config: { readonly supabaseUrl: string },
  bucket: 'tracks' | 'covers' | 'avatars',
  stored: string,
): string {
  if (/^https?:\/\//.test(stored)) return stored;
  const [path = '', query] = stored.split('?');
  const encoded = path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
  return `${config.supabaseUrl}/storage/v1/object/public/${bucket}/${encoded}${query === undefined ? '' : `?${query}`}`;
}
