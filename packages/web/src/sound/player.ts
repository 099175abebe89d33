import { type SoundName, sounds } from './sounds.ts';

/** Volume of all sounds, and the minimum interval between two, ms. */
const volume = 0.65;
const guardMs = 100;
/** Age at which a sound that waits for a gesture is dropped, ms. */
const maxHeldMs = 60_000;

/** Dependencies of a player. */
export interface PlayerParts {
  /** Creates the audio context at the first sound. */
  audio(): AudioContext;
  /** Returns true after a gesture of the user: browsers play no sound before one, and warn about each attempt. */
  isAllowed(): boolean;
  /** Calls back at the first gesture. */
  onGesture(call: () => void): void;
  now(): number;
  log(error: unknown): void;
}

/** Creates a player of sounds, which holds the newest one until the first gesture. Failures are only logged. */
export function createPlayer(parts: PlayerParts): (name: SoundName) => void {
  let audio: AudioContext | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let held: { name: SoundName; at: number } | undefined;
  const hold = (name: SoundName, at: number) => {
    const isFirst = held === undefined;
    held = { name, at };
    if (!isFirst) return;
    parts.onGesture(() => {
      if (held !== undefined && parts.now() - held.at < maxHeldMs) play(held.name);
      held = undefined;
    });
  };
  const play = (name: SoundName) => {
    const now = parts.now();
    if (!parts.isAllowed()) return hold(name, now);
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
  return play;
}

/** Absent in browsers before 2023, which hold sounds themselves. */
const hasBeenActive = () =>
  !('userActivation' in navigator) || (navigator.userActivation as UserActivation).hasBeenActive;
/** A touch is a gesture when it ends, a mouse button when it is pressed. */
const gestures = ['pointerdown', 'pointerup', 'keydown'] as const;

function onGesture(call: () => void): void {
  const listeners = new AbortController();
  const heard = () => {
    if (!hasBeenActive()) return;
    listeners.abort();
    call();
  };
  for (const name of gestures) addEventListener(name, heard, { capture: true, signal: listeners.signal });
}

/** The player of this tab. */
export const playSound = createPlayer({
  audio: () => new AudioContext(),
  isAllowed: hasBeenActive,
  onGesture,
  now: () => performance.now(),
  log: (error) => console.info('sound', error),
});
