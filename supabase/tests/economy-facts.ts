export type Step = { readonly user: string } & (
  | {
      readonly kind: 'play';
      readonly track: string;
      /** When the track was heard according to the device, in Unix milliseconds. */
      readonly heardAt: number;
      readonly isManual: boolean;
      /** Whether the play awards its ZAP. False for increment_track_play_count: record_zap_action awards it separately. */
      readonly awards: boolean;
    }
  | { readonly kind: 'record'; readonly type: 'play' | 'rate' | 'vote'; readonly track: string }
  | { readonly kind: 'vote'; readonly track: string; readonly weight: number }
  | { readonly kind: 'share' | 'unshare' | 'sponsor'; readonly track: string }
  | { readonly kind: 'buy'; readonly item: string; readonly quantity: number; readonly track: string | null }
  | { readonly kind: 'claim'; readonly reward: 'play' | 'login' }
);

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly category: 'cosmetic' | 'boost' | 'mystery';
  readonly cost: number;
  /** How long the item lasts; null for ever. */
  readonly days: number | null;
  stock: number | null;
}

export interface Prize {
  readonly name: string;
  readonly value: number;
  readonly item: string | null;
  readonly days: number;
}

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

export interface Person {
  zaps: number;
  earned: number;
  streak: number;
  longestStreak: number;
  lastActiveOn: number | null;
  lastActionAt: number;
  readonly plays: { track: string; day: number; heardAt: number; isManual: boolean; isSelf: boolean }[];
  readonly ledger: { type: string; day: number; track: string | null }[];
  readonly weeks: Map<number, number>;
  readonly items: Map<string, number | null>;
}
