import type { Item, Person, Prize, Step, Track } from './economy-facts.ts';

/** Milliseconds of a day. */
export const DAY = 86_400_000;
const HALF_MINUTE = 30_000;

export function levelOf(xp: number): number {
  return xp < 14 ? 1 : xp < 26 ? 2 : Math.floor((xp - 26) / 26) + 3;
}

const dayOf = (at: number): number => Math.floor(at / DAY);
/** The Monday of a day's week, as a day number. Day 0 was a Thursday. */
export const weekOf = (day: number): number => day - ((day + 3) % 7);

class Refusal extends Error {}
const refuse = (code: string): never => {
  throw new Refusal(code);
};

/** The rules of the economy, without the database. Times are Unix milliseconds; days are UTC days since 1970. */
export class Economy {
  readonly people = new Map<string, Person>();
  readonly tracks = new Map<string, Track>();
  readonly items = new Map<string, Item>();
  readonly prizes = new Map<string, Prize>();
  private now = 0;

  addPerson(id: string): void {
    this.people.set(id, {
      ...{ zaps: 0, earned: 0, streak: 0, longestStreak: 0, lastActiveOn: null, lastActionAt: -Infinity },
      ...{ plays: [], ledger: [], weeks: new Map(), items: new Map() },
    });
  }

  addTrack(id: string, owner: string, options: { readonly onRadio: boolean; readonly isPublic: boolean }): void {
    this.tracks.set(id, {
      ...{ owner, ...options, sponsoredAt: null, highlightedUntil: null, plays: 0 },
      ...{ votes: new Map(), sharers: new Set() },
    });
  }

  grant(user: string, type: string, value: number, day: number, track: string | null = null): void {
    const person = this.person(user);
    person.ledger.push({ type, day, track });
    person.zaps += value;
    if (value <= 0) return;
    person.earned += value;
    person.weeks.set(weekOf(day), (person.weeks.get(weekOf(day)) ?? 0) + value);
  }

  /** Returns 'ok' or the refusal's code. `drawn` are the prizes that the server drew. */
  perform(step: Step, now: number, drawn: readonly string[]): string {
    this.now = now;
    try {
      const at = this.act(step, drawn);
      const person = this.person(step.user);
      person.lastActionAt = Math.max(person.lastActionAt, at);
      return 'ok';
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  private act(step: Step, drawn: readonly string[]): number {
    switch (step.kind) {
      case 'play':
        return this.play(step);
      case 'record':
        this.record(step.user, step.type, step.track);
        break;
      case 'vote':
        this.vote(step.user, step.track, step.weight);
        break;
      case 'share':
        this.share(step.user, step.track);
        break;
      case 'unshare':
        if (!this.tracks.get(step.track)?.sharers.delete(step.user)) refuse('not_shared');
        break;
      case 'sponsor':
        this.sponsor(step.user, step.track);
        break;
      case 'buy':
        this.buy(step.user, step.item, step.quantity, step.track, drawn);
        break;
      case 'claim':
        this.claim(step.user, step.reward);
    }
    return this.now;
  }

  private person(id: string): Person {
    return this.people.get(id) ?? refuse('no such person');
  }

  private visibleTrack(user: string, id: string): Track {
    const track = this.tracks.get(id);
    return track && (track.isPublic || track.owner === user) ? track : refuse('track_missing');
  }

  private spend(user: string, type: string, cost: number, track: string | null): void {
    if (this.person(user).zaps < cost) refuse('insufficient_zaps');
    this.grant(user, type, -cost, dayOf(this.now), track);
  }

  private needLevel3(user: string): void {
    if (levelOf(this.person(user).earned) < 3) refuse('level_too_low');
  }

  /** S-7: a ZAP for each of a day's first ten plays, and one more for the first play ever. Returns the ZAPs earned. */
  private award(user: string, track: string, day: number): number {
    const { ledger } = this.person(user);
    const paidPlays = ledger.filter((entry) => entry.type === 'play' && entry.day === day).length;
    const isFirst = !ledger.some((entry) => entry.type === 'first_play_bonus');
    if (paidPlays < 10) this.grant(user, 'play', 1, day, track);
    if (isFirst) this.grant(user, 'first_play_bonus', 1, day, track);
    return (paidPlays < 10 ? 1 : 0) + (isFirst ? 1 : 0);
  }

  private play(step: Extract<Step, { kind: 'play' }>): number {
    const track = this.visibleTrack(step.user, step.track);
    const person = this.person(step.user);
    const isRecent = step.heardAt <= this.now && step.heardAt >= this.now - 7 * DAY;
    const heardAt = isRecent && step.heardAt >= person.lastActionAt ? step.heardAt : this.now;
    const day = dayOf(heardAt);
    const isSelf = track.owner === step.user;
    if (person.plays.some((play) => play.track === step.track && play.day === day)) refuse('already_counted');
    if (person.plays.some((play) => Math.abs(play.heardAt - heardAt) < HALF_MINUTE)) refuse('too_fast');
    person.plays.push({ track: step.track, day, heardAt, isManual: step.isManual, isSelf });
    if (isSelf) return heardAt;
    if (step.awards && step.isManual) this.award(step.user, step.track, day);
    track.plays += 1;
    if (person.lastActiveOn === null || person.lastActiveOn < day) {
      person.streak = person.lastActiveOn === day - 1 ? person.streak + 1 : 1;
      person.longestStreak = Math.max(person.longestStreak, person.streak);
      person.lastActiveOn = day;
    }
    return heardAt;
  }

  private record(user: string, type: 'play' | 'rate' | 'vote', track: string): void {
    const person = this.person(user);
    const today = dayOf(this.now);
    if (type === 'vote') refuse('unknown_type');
    if (type === 'rate') {
      if (person.ledger.filter((entry) => entry.type === type && entry.day === today).length >= 100)
        refuse('daily_limit');
      this.grant(user, type, 0, today, track);
      return;
    }
    const isPaid = (day: number) =>
      person.ledger.some((entry) => entry.type === 'play' && entry.day === day && entry.track === track);
    const days = person.plays
      .filter((play) => play.track === track && play.isManual && !play.isSelf && play.day >= today - 7)
      .map(({ day }) => day)
      .sort((a, b) => b - a);
    const unpaid = days.find((day) => !isPaid(day)) ?? refuse(days[0] === today ? 'already_awarded' : 'no_play');
    if (this.award(user, track, unpaid) === 0) refuse('daily_limit');
  }

  private vote(user: string, id: string, weight: number): void {
    if (weight < 1 || weight > 5) refuse('invalid_payload');
    const track = this.visibleTrack(user, id);
    if (track.owner === user) refuse('own_track');
    const vote = track.votes.get(user);
    if (vote) {
      if (this.now >= vote.until) refuse('vote_locked');
      vote.weight = weight;
      return;
    }
    this.needLevel3(user);
    this.spend(user, 'vote', 5, id);
    track.votes.set(user, { weight, until: this.now + DAY });
  }

  private share(user: string, id: string): void {
    const track = this.visibleTrack(user, id);
    if (track.owner === user) refuse('own_track');
    if (track.sharers.has(user)) refuse('already_shared');
    this.needLevel3(user);
    this.spend(user, 'share', 3, id);
    track.sharers.add(user);
  }

  private sponsor(user: string, id: string): void {
    const track = this.visibleTrack(user, id);
    if (!track.isPublic) refuse('track_private');
    if (!track.onRadio) refuse('radio_not_enabled');
    if (track.sponsoredAt !== null && this.now < track.sponsoredAt + 7 * DAY) refuse('already_sponsored');
    this.needLevel3(user);
    this.spend(user, 'sponsor', 20, id);
    track.sponsoredAt = this.now;
  }

  private buy(user: string, id: string, quantity: number, trackId: string | null, drawn: readonly string[]): void {
    if (quantity < 1 || quantity > 10) refuse('invalid_payload');
    const track = trackId === null ? null : this.visibleTrack(user, trackId);
    const item = this.items.get(id) ?? refuse('item_missing');
    const owned = this.person(user).items;
    if (item.category === 'cosmetic') {
      if (quantity > 1) refuse('one_at_a_time');
      const until = owned.get(item.name);
      if (until === null || (until !== undefined && until > this.now)) refuse('already_owned');
    }
    if (item.category === 'boost' && !(track?.owner === user && track.isPublic)) refuse('own_track_needed');
    if (item.stock !== null && item.stock < quantity) refuse('out_of_stock');
    this.spend(user, 'store_purchase', item.cost * quantity, null);
    if (item.stock !== null) item.stock -= quantity;
    if (item.category === 'cosmetic') this.extendItem(user, item.name, item.days);
    if (item.category === 'boost' && track) {
      track.highlightedUntil = Math.max(track.highlightedUntil ?? 0, this.now) + quantity * (item.days ?? 0) * DAY;
    }
    for (const name of drawn) {
      const prize = this.prizes.get(name) ?? refuse('no such prize');
      const givesItem = prize.item !== null && owned.get(prize.item) !== null;
      if (givesItem && prize.item !== null) this.extendItem(user, prize.item, prize.days);
      this.grant(user, 'mystery_prize', givesItem ? 0 : prize.value, dayOf(this.now));
    }
  }

  private extendItem(user: string, name: string, days: number | null): void {
    const { items } = this.person(user);
    const until = items.get(name);
    items.set(name, days === null || until === null ? null : Math.max(until ?? 0, this.now) + days * DAY);
  }

  private claim(user: string, reward: 'play' | 'login'): void {
    const person = this.person(user);
    const today = dayOf(this.now);
    const type = reward === 'play' ? 'claim' : 'daily_gift';
    if (person.ledger.some((entry) => entry.type === type && entry.day === today)) refuse('already_claimed');
    if (reward === 'play') {
      const chosen = person.plays.filter((play) => play.day === today && play.isManual && !play.isSelf);
      if (chosen.length < 10) refuse('tracks_needed');
      this.grant(user, type, 2, today);
      return;
    }
    const hasStreak = person.lastActiveOn !== null && person.lastActiveOn >= today - 1;
    this.grant(user, type, hasStreak && person.streak >= 30 ? 2 : 1, today);
  }
}
