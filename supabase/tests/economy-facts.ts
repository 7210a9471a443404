/** A request of a person. */
export type Step = { readonly user: string } & (
  | {
      readonly kind: 'play';
      readonly track: string;
      /** The time of the play according to the device. */
      readonly heardAt: number;
      readonly isManual: boolean;
      /** False for increment_track_play_count, whose ZAP is requested separately. */
      readonly awards: boolean;
    }
  | { readonly kind: 'record'; readonly type: 'play' | 'rate' | 'vote'; readonly track: string }
  | { readonly kind: 'vote'; readonly track: string; readonly weight: number }
  | { readonly kind: 'share' | 'unshare' | 'sponsor'; readonly track: string }
  | { readonly kind: 'buy'; readonly item: string; readonly quantity: number; readonly track: string | null }
  | { readonly kind: 'claim'; readonly reward: 'play' | 'login' }
);

/** An item of the store. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly category: 'cosmetic' | 'boost' | 'mystery';
  readonly cost: number;
  /** Null: forever. */
  readonly days: number | null;
  stock: number | null;
}

/** A prize of the mystery box. */
export interface Prize {
  readonly name: string;
  readonly value: number;
  /** Name of an item that is given for `days`. */
  readonly item: string | null;
  readonly days: number;
}

/** A track's state in the economy. */
export interface Track {
  readonly owner: string;
  readonly onRadio: boolean;
  isPublic: boolean;
  sponsoredAt: number | null;
  highlightedUntil: number | null;
  plays: number;
  readonly votes: Map<string, { weight: number; until: number }>;
  readonly sharers: Set<string>;
}

/** A person's state in the economy. */
export interface Person {
  zaps: number;
  earned: number;
  streak: number;
  longest: number;
  lastActiveOn: number | null;
  lastActionAt: number;
  readonly plays: { track: string; day: number; heardAt: number; isManual: boolean; isSelf: boolean }[];
  readonly lines: { type: string; day: number; track: string | null }[];
  readonly weeks: Map<number, number>;
  readonly items: Map<string, number | null>;
}
