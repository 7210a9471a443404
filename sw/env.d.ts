interface ImportMeta {
  readonly env: { readonly VITE_SUPABASE_URL?: string; readonly VITE_SUPABASE_KEY?: string };
}
