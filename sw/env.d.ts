/** What a build for a hosted backend sets; Vite puts the values in. */
interface ImportMeta {
  readonly env: { readonly VITE_SUPABASE_URL?: string; readonly VITE_SUPABASE_KEY?: string };
}
