export const favouriteTexts = {
  heart: 'Favourite',
  add: 'Add to favourites',
  remove: 'Remove from favourites',
  removed: 'Removed from favourites',
  refused: 'Favourites not changed',
  guest: 'Please sign in to add favourites',
} as const;
