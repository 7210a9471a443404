/** Variables that a build for a hosted backend sets; Vite inlines them. */
interface ImportMeta {
  readonly env: { readonly VITE_SUPABASE_URL?: string; readonly VITE_SUPABASE_KEY?: string };
}
