// The store's items by their ids, which never change.
export const vaultKey = '00000000-0000-4000-b000-000000000003';
export const glowBorder = '00000000-0000-4000-b000-000000000001';
export const supporterBadge = '00000000-0000-4000-b000-000000000002';
export const trackHighlight = '00000000-0000-4000-b000-000000000004';
export const mysteryPack = '00000000-0000-4000-b000-000000000005';
