/** Typical width of a card's cover: from 160 px on phones to 212 px with six columns. */
export const CARD_PX = 190;

/** Height of title, artist, rating and their gaps. */
export const CARD_TEXT_PX = 80;
