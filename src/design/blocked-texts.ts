export const blockedTexts = { title: 'Tap to continue playback', text: 'Browser blocked autoplay' } as const;
