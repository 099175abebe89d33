import {
  createForecaster,
  createInflowMeter,
  type ForecastLog,
  forecastTargets,
  openForecastLog,
  rateBands,
} from '@glassblock/mempool/forecast';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createForecasting,
  type ForecastBlock,
  type Forecasting,
  type ForecastSource,
  startForecasting,
} from './forecasting.ts';

const start = 1_700_000_000;
let now: number;
let log: ForecastLog;
let forecasting: Forecasting;
beforeEach(async () => {
  now = start;
  log = await openForecastLog(undefined);
  forecasting = onLog();
});
const onLog = () => createForecasting({ log, forecaster: createForecaster(), now: () => now });

/** A chain with ten-minute intervals that a test extends, with a mempool of some weight in one fee band. */
function chainOf(height: number) {
  const blocks: ForecastBlock[] = [];
  const world = {
    mempoolWeight: 0 as number | undefined,
    /** Mempool weight before each requested block, by height. */
    asked: [] as [number, number | undefined][],
    entries: new Map<number, number>(),
    /** Called during a mempool request. */
    meanwhile: () => undefined as unknown,
    add(branch = 0) {
      const next = blocks.length;
      blocks.push({ height: next, id: new Uint8Array(8).fill(16 * branch + (next % 16)), time: start + 600 * next });
    },
    drop: () => void blocks.pop(),
  };
  for (let i = 0; i <= height; i++) world.add();
  const source: ForecastSource = {
    async inputs() {
      world.meanwhile();
      if (world.mempoolWeight === undefined) return undefined;
      const mempoolWeights = new Float64Array(rateBands);
      mempoolWeights[192] = world.mempoolWeight;
      return { mempoolWeights, inflow: createInflowMeter().state(now), minFeeRate: 1 };
    },
    tip: async () => blocks.at(-1),
    blockAt: async (at) => blocks[at],
    async entryRate(block, waitingWeight) {
      world.asked.push([block.height, waitingWeight]);
      return world.entries.get(block.height) ?? 5;
    },
  };
  return { world, source };
}

describe('forecasting', () => {
  it('makes one per minute, and one soon after each block when mempool and chain agree', async () => {
    const { world, source } = chainOf(200);
    expect(forecasting.current()).toBeUndefined();
    expect(await forecasting.step(source)).toBe(start + 60);
    expect(forecasting.current()).toMatchObject({ height: 200, time: start, blockSeconds: 600, measuredSeconds: 0 });
    now = start + 60;
    world.add();
    // the chain has it, the mempool may not
    expect(await forecasting.step(source)).toBe(start + 65);
    expect(forecasting.current()).toMatchObject({ height: 200 });
    now = start + 65;
    expect(await forecasting.step(source)).toBe(start + 125);
    expect(forecasting.current()).toMatchObject({ height: 201, time: start + 65 });
    // the mempool has it, the chain may not
    now = start + 100;
    forecasting.blockSeen();
    now = start + 102;
    expect(await forecasting.step(source)).toBe(start + 105);
    expect(forecasting.current()).toMatchObject({ time: start + 65 });
  });

  it('discards one during which a block arrived', async () => {
    const { world, source } = chainOf(200);
    world.meanwhile = () => world.add();
    expect(await forecasting.step(source)).toBe(start + 5);
    world.meanwhile = () => forecasting.blockSeen();
    now = start + 5;
    expect(await forecasting.step(source)).toBe(start + 10);
    expect(forecasting.current()).toBeUndefined();
    world.meanwhile = () => undefined;
    now = start + 20;
    await forecasting.step(source);
    expect(forecasting.current()).toMatchObject({ height: 201 });
  });

  it('has none while the mempool is out of sync, and none older than ten minutes', async () => {
    const { world, source } = chainOf(200);
    await forecasting.step(source);
    world.mempoolWeight = undefined;
    now = start + 600;
    expect(await forecasting.step(source)).toBe(start + 605);
    expect(forecasting.current()).toBeDefined();
    now = start + 601;
    expect(forecasting.current()).toBeUndefined();
  });

  it('assumes ten minutes per block where the chain is short or its times are meaningless', async () => {
    for (const height of [11, 12]) {
      log = await openForecastLog(undefined);
      forecasting = onLog();
      await forecasting.step(chainOf(height).source);
      expect(forecasting.current()!.blockSeconds).toBe(600);
    }
    const { source } = chainOf(300);
    const still = { ...source, blockAt: async (height: number) => ({ ...(await source.blockAt(height))!, time: 0 }) };
    log = await openForecastLog(undefined);
    forecasting = onLog();
    await forecasting.step(still);
    expect(forecasting.current()!.blockSeconds).toBe(600);
  });

  it.each([
    [200, 567],
    [100, 100],
    [2_400, 750],
    [4_000, 4_000],
  ])('uses the interval of 144 blocks, unless the last dozen clearly differs: %i s', async (pace, mean) => {
    const { source } = chainOf(300);
    const timeAt = (height: number) => start + 600 * Math.min(height, 288) + pace * Math.max(0, height - 288);
    const blockAt = async (height: number) => ({ ...(await source.blockAt(height))!, time: timeAt(height) });
    await forecasting.step({ ...source, blockAt, tip: () => blockAt(300) });
    expect(forecasting.current()!.blockSeconds).toBeCloseTo(mean, 0);
  });

  it('reports the weight before a block when the last forecast was for the block before', async () => {
    const { world, source } = chainOf(200);
    world.mempoolWeight = 123_456;
    await forecasting.step(source);
    world.add();
    await forecasting.step(source);
    world.add();
    world.add();
    await forecasting.step(source);
    expect(world.asked).toEqual([
      [200, undefined],
      [201, 123_456],
      [202, undefined],
      [203, undefined],
    ]);
  });
});

describe('scoring', () => {
  const scoresOf = async () => {
    const { scores } = (await forecasting.calibration()).find(({ name }) => name === '30d')!;
    return Object.fromEntries(
      forecastTargets.map((blocks, i) => [blocks, [scores[i]![1]!.scored, scores[i]![1]!.right]]),
    );
  };

  it('scores a forecast when its blocks have arrived, each block once', async () => {
    const { world, source } = chainOf(200);
    await forecasting.step(source);
    for (let i = 0; i < 3; i++) {
      world.add();
      now += 1;
      await forecasting.step(source);
      await forecasting.step(source);
    }
    expect(world.asked.map(([height]) => height)).toEqual([200, 201, 202, 203]);
    expect(await scoresOf()).toMatchObject({ 1: [1, 0], 2: [1, 0], 3: [1, 0], 6: [0, 0] });
  });

  //       200  201  202          then 201' 202' 203', where everything had room
  it('follows a reorg, and scores by the best chain', async () => {
    const { world, source } = chainOf(200);
    await forecasting.step(source);
    world.add();
    world.add();
    await forecasting.step(source);
    expect(await scoresOf()).toMatchObject({ 1: [1, 0], 2: [1, 0] });
    world.drop();
    await forecasting.step(source);
    world.drop();
    for (let i = 0; i < 3; i++) world.add(1);
    for (const height of [201, 202, 203]) world.entries.set(height, 0);
    await forecasting.step(source);
    expect(world.asked.map(([height]) => height)).toEqual([200, 201, 202, 201, 202, 203]);
    expect(await scoresOf()).toMatchObject({ 1: [1, 1], 2: [1, 1], 3: [1, 1] });
  });

  it('stops after the current block, and continues from there', async () => {
    const { world, source } = chainOf(10);
    await forecasting.step(source);
    for (let i = 0; i < 100; i++) world.add();
    let stop = async () => {};
    const stopped = Promise.withResolvers<void>();
    const entryRate: ForecastSource['entryRate'] = (...args) => {
      // a stop in the third block
      if (world.asked.length === 3) stopped.resolve(stop());
      return source.entryRate(...args);
    };
    const faults: unknown[] = [];
    stop = startForecasting({
      forecasting,
      source: { ...source, entryRate },
      onBlock: () => () => undefined,
      onError: (error) => faults.push(error),
    });
    await stopped.promise;
    expect(world.asked.map(([height]) => height)).toEqual([10, 11, 12, 13]);
    now += 600;
    await forecasting.step(source);
    expect(log.newestBlock()?.height).toBe(110);
    expect(faults).toEqual([]);
  });

  it('after downtime processes the blocks that forecasts wait for, and the tip', async () => {
    const { world, source } = chainOf(200);
    await forecasting.step(source);
    for (let i = 0; i < 500; i++) world.add();
    forecasting = onLog();
    await forecasting.step(source);
    expect(world.asked.map(([height]) => height)).toEqual([
      200,
      ...Array.from({ length: 144 }, (_, i) => 201 + i),
      700,
    ]);
    expect(await scoresOf()).toMatchObject({ 1: [1, 0], 144: [1, 0] });
    world.add();
    await forecasting.step(source);
    expect(world.asked.at(-1)![0]).toBe(701);
    expect(world.asked).toHaveLength(147);
  });
});
