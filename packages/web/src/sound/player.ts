import { type SoundName, sounds } from './sounds.ts';

/** Volume of all sounds, and the minimum interval between two, ms. */
const volume = 0.65;
const guardMs = 100;

/** Dependencies of a player. */
export interface PlayerParts {
  /** Creates the audio context at the first sound. */
  audio(): AudioContext;
  now(): number;
  log(error: unknown): void;
}

/** Creates a player of sounds. Failures are only logged. */
export function createPlayer(parts: PlayerParts): (name: SoundName) => void {
  let audio: AudioContext | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (name) => {
    const now = parts.now();
    if (now - last < guardMs) return;
    last = now;
    try {
      audio ??= parts.audio();
      if (audio.state === 'suspended') audio.resume().catch(parts.log);
      const whole = audio.createGain();
      whole.gain.value = volume;
      whole.connect(audio.destination);
      const start = audio.currentTime + 0.02;
      for (const tone of sounds[name]) {
        const swing = audio.createOscillator();
        const level = audio.createGain();
        const begin = start + tone.at;
        const end = begin + tone.length;
        swing.type = tone.shape;
        swing.frequency.setValueAtTime(tone.hz, begin);
        if (tone.to !== undefined) swing.frequency.exponentialRampToValueAtTime(tone.to, end);
        level.gain.setValueAtTime(0.0001, begin);
        level.gain.exponentialRampToValueAtTime(tone.loud, begin + 0.012);
        level.gain.exponentialRampToValueAtTime(0.0001, end);
        swing.connect(level).connect(whole);
        swing.start(begin);
        swing.stop(end);
      }
    } catch (error) {
      parts.log(error);
    }
  };
}

/** The player of this tab. */
export const playSound = createPlayer({
  audio: () => new AudioContext(),
  now: () => performance.now(),
  log: (error) => console.info('sound', error),
});
