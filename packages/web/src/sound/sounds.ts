/** A tone: start and duration in seconds, and waveform. */
export interface Tone {
  at: number;
  hz: number;
  length: number;
  shape: 'sine' | 'triangle' | 'square';
  /** Relative volume, 0 to 1. */
  loud: number;
  /** Target frequency of a glide; absent: constant. */
  to?: number;
}

/** Names of all sounds. */
export const soundNames = [
  'magic',
  'wind-chimes-harp-ascend',
  'cha-ching',
  'chime',
  'bright-harmony',
  'ascend-chime-cartoon',
] as const;
/** Name of a sound. */
export type SoundName = (typeof soundNames)[number];

/** Frequency of a note, in half tones above 440 Hz. */
const note = (halfTones: number): number => 440 * 2 ** (halfTones / 12);

/** Notes in sequence. */
const run = (halfTones: readonly number[], step: number, tone: Omit<Tone, 'at' | 'hz'>): Tone[] =>
  halfTones.map((each, place) => ({ ...tone, at: place * step, hz: note(each) }));

/** Simultaneous notes. */
const chord = (at: number, halfTones: readonly number[], tone: Omit<Tone, 'at' | 'hz'>): Tone[] =>
  halfTones.map((each) => ({ ...tone, at, hz: note(each) }));

/** Synthesized sounds; there are no sound files. */
export const sounds: Readonly<Record<SoundName, readonly Tone[]>> = {
  magic: [
    ...run([3, 7, 10, 15, 19], 0.07, { length: 0.5, shape: 'sine', loud: 0.4 }),
    ...chord(0.38, [22, 27], { length: 1.1, shape: 'triangle', loud: 0.22 }),
  ],
  'wind-chimes-harp-ascend': [
    ...run([-9, -5, -2, 3, 7, 10, 15, 19, 22, 27], 0.055, { length: 0.7, shape: 'triangle', loud: 0.28 }),
    ...run([31, 34, 39], 0.16, { length: 1.2, shape: 'sine', loud: 0.16 }).map((tone) => ({
      ...tone,
      at: tone.at + 0.5,
    })),
  ],
  'cha-ching': [
    { at: 0, hz: 1900, to: 2400, length: 0.06, shape: 'square', loud: 0.16 },
    ...chord(0.09, [26, 31, 38], { length: 0.7, shape: 'triangle', loud: 0.3 }),
  ],
  chime: chord(0, [12, 19, 24], { length: 0.9, shape: 'sine', loud: 0.33 }),
  'bright-harmony': [
    ...chord(0, [3, 7, 10], { length: 0.9, shape: 'triangle', loud: 0.25 }),
    ...chord(0.22, [8, 12, 15], { length: 1.1, shape: 'triangle', loud: 0.25 }),
  ],
  'ascend-chime-cartoon': [
    { at: 0, hz: 330, to: 1320, length: 0.35, shape: 'sine', loud: 0.4 },
    ...chord(0.36, [19, 24], { length: 0.8, shape: 'sine', loud: 0.33 }),
  ],
};
