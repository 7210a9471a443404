export interface FoundCover {
  blob: Blob;
  /** In pixels. */
  width: number;
  height: number;
}

export interface Tags {
  title: string;
  artistName: string;
  album: string;
  /** Of the whole album, like 'Various Artists'; empty if the file names none. */
  albumArtist: string;
  genres: string[];
  /** Numbers within the album; null if the file states none. */
  disc: number | null;
  track: number | null;
  cover: FoundCover | null;
}

export const noTags: Tags = {
  title: '',
  artistName: '',
  album: '',
  albumArtist: '',
  genres: [],
  disc: null,
  track: null,
  cover: null,
};
