import { fold } from '../../../../../sync/model/fold.ts';

/** Names of the columns in files of other services, also as Exportify and Apple Music translate them. The first that a table has wins. */
const TITLES = [
  'title, track name, track, song, song title, song name, track title, name, titel, titre, título, titolo',
  'nom du titre, nombre de la canción, nome della traccia, nome da faixa, nummernaam, låtens namn, canción, nom, nombre',
  'nome, naam, namn, トラック名, 名前, 曲目名称, 曲目名稱, 名称, 名稱, Όνομα κομματιού, اسم الأغنية',
];
const ARTISTS = [
  'artist, artist name, artist name(s), artists, artist names, artist(s), artist name 1, track artist, creator, interpret',
  "künstler, künstlername(n), artiste, nom(s) de l'artiste, artista, nombre(s) del artista, nome dell'artista",
  'nome(s) do artista, artiest, naam van artiest, artistens namn, アーティスト, アーティスト名, 艺人, 艺人名称, 藝人, 藝人名稱',
  'Όνομα/τα καλλιτέχνη, أسماء الفنانين, album artist',
];

const namesIn = (lists: readonly string[]) => lists.flatMap((list) => list.split(', ')).map(fold);
const [titles, artists] = [namesIn(TITLES), namesIn(ARTISTS)];

/** Finds the columns of titles and artists by their names in the head of a table. Null unless it names both. */
export function findColumns(head: readonly string[]): { titleAt: number; artistAt: number } | null {
  // Folded, 'Track #' would be 'Track'.
  const names = head.map((name) => (name.includes('#') ? '' : fold(name)));
  const columnOf = (known: readonly string[]) => known.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const [titleAt, artistAt] = [columnOf(titles), columnOf(artists)];
  return titleAt >= 0 && artistAt >= 0 ? { titleAt, artistAt } : null;
}
