import { randomUUID } from 'node:crypto';
import { MPEGDecoder } from 'mpg123-decoder';
import { levelAt, makeMp3 } from '../../supabase/local/radio/sample-sound.ts';
import type { TestStack } from '../../supabase/local/test-stack.ts';

export interface ToneTrack {
  readonly title: string;
  /** Hertz. */
  readonly tone: number;
  readonly seconds: number;
}

/** Adds tracks of a constant tone, sponsored for the radio. */
export async function publish(test: TestStack, owner: string, tracks: readonly ToneTrack[]): Promise<void> {
  for (const { title, tone, seconds } of tracks) {
    const id = randomUUID();
    const name = `${owner}/${id}.mp3`;
    const bytes = await makeMp3({ seconds, tone, bitrate: 128 });
    await test.stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: owner });
    await test.sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                 radio_opt_in, rights_confirmed, sponsored, sponsored_at)
      values (${id}, ${owner}, ${title}, 'The Tone Makers', 'Experimental', ${name}, ${seconds * 1000}, ${bytes.length},
              true, true, true, clock_timestamp())`;
  }
}

/** The tone in the last second of `mp3`; null if none of `tones` is heard there. */
export async function toneAtEnd(mp3: Uint8Array, tones: readonly number[]): Promise<number | null> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(mp3);
  decoder.free();
  const last = (channelData[0] ?? new Float32Array(0)).slice(-sampleRate);
  return tones.find((tone) => levelAt(tone, last, sampleRate) > 0.2) ?? null;
}
