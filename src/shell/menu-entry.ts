/** Style of an entry of the menu behind the phone's You tab. */
export const menuEntryStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '16px',
  minHeight: '52px',
  fontSize: '16px',
  fontWeight: 500,
} as const;
