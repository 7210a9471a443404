/** Typical width: from 160 on phones to 212 with six columns. */
export const CARD_PX = 190;

/** Height of title, artist, rating and their gaps. */
export const CARD_TEXT_PX = 80;
