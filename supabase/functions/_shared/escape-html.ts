const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and its attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => names[char] ?? char);
}
