import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import {
  blockCapacity,
  createForecaster,
  type ForecastInputs,
  forecastProbabilities,
  forecastTargets,
} from './forecast.ts';
import { createInflowMeter } from './inflow-meter.ts';
import { bandOfRate, rateBands, rateOfBand } from './rate-bands.ts';

const { forecast } = createForecaster();

interface Case {
  /** WU by sat/vB. */
  mempool?: Record<number, number>;
  /** WU per second by sat/vB, constant for a day. */
  inflow?: Record<number, number>;
  measuredSeconds?: number;
  spread?: number;
  minFeeRate?: number;
}

function inputsOf({ mempool = {}, inflow = {}, measuredSeconds = 86_400, spread = 0, minFeeRate = 1 }: Case) {
  const mempoolWeights = new Float64Array(rateBands);
  for (const [rate, weight] of Object.entries(mempool)) mempoolWeights[bandOfRate(Number(rate))]! += weight;
  const rates = new Float64Array(rateBands);
  for (const [rate, perSecond] of Object.entries(inflow)) {
    for (let band = bandOfRate(Number(rate)); band >= 0; band--) rates[band]! += perSecond;
  }
  const inputs: ForecastInputs = {
    mempoolWeights,
    inflow: { measuredSeconds, recent: rates, daily: rates, spread: new Float64Array(rateBands).fill(spread) },
    minFeeRate,
  };
  return inputs;
}

const block = blockCapacity;
/** Capacity of blocks every ten minutes, WU per second. */
const full = blockCapacity / 600;
const ratesOf = (situation: Case) => forecast(inputsOf(situation), 600);
/** The three fee rates of a target. */
const at = (rates: number[][], blocks: (typeof forecastTargets)[number]) => rates[forecastTargets.indexOf(blocks)]!;

describe('fee rate bands', () => {
  it('contain fee rates from their bound up to the next one', () => {
    expect([0, 0.05, 0.1, 1, 10, 10_000, 1e9].map(bandOfRate)).toEqual([0, 0, 0, 96, 192, 480, 480]);
    for (let band = 0; band < rateBands; band++) {
      expect(bandOfRate(rateOfBand(band))).toBe(band);
      if (band > 0) expect(bandOfRate(rateOfBand(band) * (1 - 1e-12))).toBe(band - 1);
    }
  });
});

describe('forecast', () => {
  it('is the minimum for an empty mempool without inflow', () => {
    for (const measuredSeconds of [0, 86_400]) {
      expect(ratesOf({ measuredSeconds })).toEqual(forecastTargets.map(() => [1, 1, 1]));
      expect(ratesOf({ measuredSeconds, minFeeRate: 0.1 })).toEqual(forecastTargets.map(() => [0.1, 0.1, 0.1]));
      expect(ratesOf({ measuredSeconds, minFeeRate: 12.3456 })[0]).toEqual([12.346, 12.346, 12.346]);
    }
  });

  it('clears one block of the mempool immediately, and needs only the minimum for the second', () => {
    const rates = ratesOf({ mempool: { 10: block } });
    for (const rate of at(rates, 1)) {
      expect(rate).toBeGreaterThan(10);
      expect(rate).toBeLessThan(10.25);
    }
    expect(rates.slice(1)).toEqual(forecastTargets.slice(1).map(() => [1, 1, 1]));
  });

  // 1000: 1.5 blocks, 100: 1.5 blocks, 10: 3.5 blocks; the second block still includes some at 1000, the third some at
  // 100, the sixth some at 10
  it('descends through layers of the mempool block by block without inflow', () => {
    const rates = ratesOf({ mempool: { 1000: 1.5 * block, 100: 1.5 * block, 10: 3.5 * block } });
    const expected: [(typeof forecastTargets)[number], number][] = [
      [1, 1_000],
      [2, 100],
      [3, 100],
      [6, 10],
      [12, 1],
    ];
    for (const [blocks, layer] of expected) {
      for (const rate of at(rates, blocks)) {
        expect(rate).toBeGreaterThanOrEqual(layer);
        expect(rate).toBeLessThan(1.025 * layer);
      }
    }
  });

  // 5,322 WU/s at 10: a block within 735 s of the last one has room, with probability 1 - e^(-735/600)
  it('computes the probability of the next block from block times alone', () => {
    const rates = ratesOf({ inflow: { 10: 0.8 * full } });
    expect(1 - Math.exp(-0.98 / 0.8)).toBeCloseTo(0.706, 3);
    expect(at(rates, 1)[0]).toBe(1);
    expect(at(rates, 1)[1]).toBeGreaterThan(10);
    expect(at(rates, 1)[2]).toBeLessThan(10.25);
    expect(at(rates, 12)).toEqual([1, 1, 1]);
  });

  it('exceeds the fee rate of inflow that fills every block', () => {
    for (const rates of ratesOf({ inflow: { 10: 2 * full, 3: full } }).slice(4)) {
      for (const rate of rates) expect(rate).toBeGreaterThan(10);
    }
  });

  // four blocks of mempool; without measurements four more are assumed per block interval
  it('assumes inflow like the mempool until it is measured', () => {
    const mempool = { 100: block, 10: 3 * block };
    const dayAhead = (measuredSeconds: number) => at(ratesOf({ mempool, measuredSeconds }), 144)[1]!;
    expect(dayAhead(0)).toBeGreaterThan(10);
    expect(dayAhead(1_800)).toBe(1);
  });

  it('depends on the block interval', () => {
    const inputs = inputsOf({ inflow: { 10: 0.5 * full } });
    expect(forecast(inputs, 150)[3]).toEqual([1, 1, 1]);
    expect(forecast(inputs, 2_400)[3]![0]).toBeGreaterThan(10);
  });

  it('never rises with the target, never falls with the probability, never is below the minimum, and is deterministic', () => {
    const random = seededRandom(11);
    const another = createForecaster();
    for (let run = 0; run < 40; run++) {
      const meter = createInflowMeter();
      const start = 1_700_000_000;
      meter.resume(start);
      let time = start;
      while (time < start + 40_000 * random()) {
        time += 60;
        meter.add(time, 10 ** (3 * random() - 0.5), 800_000 * random());
      }
      const inputs: ForecastInputs = {
        mempoolWeights: Float64Array.from({ length: rateBands }, () => (random() < 0.2 ? 2e6 * random() ** 4 : 0)),
        inflow: meter.state(time),
        minFeeRate: random() < 0.5 ? 0.1 : 5 * random(),
      };
      const rates = forecast(inputs, 300 + 600 * random());
      const text = JSON.stringify(inputs.minFeeRate);
      rates.forEach((row, target) => {
        forecastProbabilities.forEach((_, i) => {
          expect(row[i], text).toBeGreaterThanOrEqual(inputs.minFeeRate);
          expect(row[i]! * 1_000, text).toBeCloseTo(Math.round(row[i]! * 1_000), 6);
          if (i > 0) expect(row[i], text).toBeGreaterThanOrEqual(row[i - 1]!);
          if (target > 0) expect(row[i], text).toBeLessThanOrEqual(rates[target - 1]![i]!);
        });
      });
      expect(another.forecast(inputs, 600)).toEqual(forecast(inputs, 600));
    }
  });
});
