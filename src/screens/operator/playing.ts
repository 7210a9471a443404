import type { Listening } from '../../components/track/listening.ts';

/** What the operator's page needs to play a reported track. */
export type Playing = Pick<Listening, 'onPlay' | 'nowPlaying'>;
