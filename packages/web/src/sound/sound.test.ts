import { expect, test } from 'vitest';
import { createPlayer, type PlayerParts } from './player.ts';
import { soundNames, sounds } from './sounds.ts';

/** An audio context that records calls. */
function silent() {
  const started: number[] = [];
  const gains: { value: number }[] = [];
  const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  const node = <T extends object>(own: T) => ({ ...own, connect: <N>(next: N) => next });
  const audio = {
    state: 'running',
    currentTime: 5,
    destination: {},
    createGain: () => {
      const gain = param();
      gains.push(gain);
      return node({ gain });
    },
    createOscillator: () =>
      node({ type: 'sine', frequency: param(), start: (at: number) => void started.push(at), stop() {} }),
  };
  return { audio: audio as unknown as AudioContext, started, gains };
}

/** A page with a gesture, unless `isAllowed` is given. */
const playerOf = (parts: Pick<PlayerParts, 'audio'> & Partial<PlayerParts>) =>
  createPlayer({
    isAllowed: () => true,
    onGesture: () => expect.unreachable(),
    now: () => 0,
    log: expect.unreachable,
    ...parts,
  });

test.each(soundNames)('%s consists of audible tones that end', (name) => {
  expect(sounds[name].length).toBeGreaterThan(1);
  for (const { at, hz, to, length, loud } of sounds[name]) {
    expect(hz).toBeGreaterThan(150);
    expect(to ?? hz).toBeLessThan(5000);
    expect(at + length).toBeLessThan(2.5);
    expect(loud).toBeLessThanOrEqual(0.5);
  }
});

test('a sound plays all its tones at volume 0.65', () => {
  const { audio, started, gains } = silent();
  const play = playerOf({ audio: () => audio });
  play('chime');
  expect(started).toEqual([5.02, 5.02, 5.02]);
  expect(gains[0]?.value).toBe(0.65);
});

test('plays no other sound within 100 ms', () => {
  const { audio, started } = silent();
  let now = 0;
  const play = playerOf({ audio: () => audio, now: () => now });
  play('chime');
  now = 99;
  play('cha-ching');
  expect(started.length).toBe(3);
  now = 100;
  play('cha-ching');
  expect(started.length).toBe(7);
});

test('logs one line in a browser without sound', () => {
  const said: unknown[] = [];
  const play = playerOf({
    audio: () => {
      throw new Error('no audio');
    },
    log: (error) => said.push(error),
  });
  play('magic');
  expect(said).toEqual([new Error('no audio')]);
});

test.each([
  [59_999, 'plays the newest', 3],
  [60_000, 'drops the', 0],
])('a gesture %i ms later %s sound that was held', (age, _, tones) => {
  const { audio, started } = silent();
  let now = 0;
  let isAllowed = false;
  const gestures: (() => void)[] = [];
  let contexts = 0;
  const play = playerOf({
    audio: () => {
      contexts++;
      return audio;
    },
    isAllowed: () => isAllowed,
    onGesture: (call) => void gestures.push(call),
    now: () => now,
  });
  play('cha-ching');
  play('chime');
  expect([contexts, gestures.length]).toEqual([0, 1]);
  now = age;
  isAllowed = true;
  gestures[0]?.();
  expect(started.length).toBe(tones);
});
