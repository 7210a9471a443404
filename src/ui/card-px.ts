/** About how wide a card is, in px: from 160 on phones to 212 where six stand in a row. */
export const CARD_PX = 190;
