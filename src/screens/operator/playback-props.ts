import type { Listening } from '../../components/track/listening.ts';

/** Props with which the operator's page plays a reported track. */
export type PlaybackProps = Pick<Listening, 'onPlay' | 'nowPlaying'>;
