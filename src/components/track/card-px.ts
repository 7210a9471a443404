/** Typical width of a card, in px: from 160 on phones to 212 with six columns. */
export const CARD_PX = 190;

/** Height of a card under its cover, in px: title, artist, rating and their gaps. */
export const CARD_TEXT_PX = 80;
