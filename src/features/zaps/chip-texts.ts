/** Words of the chip, which is there from the first second on. */
export const chipTexts = {
  balance: (zaps: number) => `${zaps} ZAPs`,
  pending: (shown: number, spends: number) => `${shown} ZAPs, ${spends} waiting to be spent`,
} as const;
