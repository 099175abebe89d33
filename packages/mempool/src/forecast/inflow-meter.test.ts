import { describe, expect, it } from 'vitest';
import { createInflowMeter } from './inflow-meter.ts';
import { bandOfRate, rateBands } from './rate-bands.ts';

const start = 1_700_000_400;
const hour = 3_600;
const day = 24 * hour;

describe('inflow meter', () => {
  it('reports arrivals of a fee rate and above, per measured second', () => {
    const meter = createInflowMeter();
    meter.resume(start);
    meter.add(start + 1, 10, 4_000);
    meter.add(start + 2, 2, 8_000);
    const { measuredSeconds, daily, recent } = meter.state(start + 100);
    expect(measuredSeconds).toBe(100);
    for (const rates of [daily, recent]) {
      expect(rates[bandOfRate(10) + 1]).toBe(0);
      expect(rates[bandOfRate(10)]).toBeCloseTo(40, 6);
      expect(rates[bandOfRate(2) + 1]).toBeCloseTo(40, 6);
      expect(rates[bandOfRate(2)]).toBeCloseTo(120, 6);
      expect(rates[0]).toBeCloseTo(120, 6);
    }
  });

  it('ignores loaded transactions and time out of sync', () => {
    const meter = createInflowMeter();
    meter.add(start, 5, 1_000_000);
    expect(meter.state(start + 50)).toMatchObject({ measuredSeconds: 0 });
    meter.resume(start + 100);
    meter.add(start + 110, 5, 600);
    meter.pause(start + 200);
    meter.add(start + 300, 5, 1_000_000);
    meter.resume(start + 5_000);
    meter.resume(start + 5_050);
    const { measuredSeconds, daily } = meter.state(start + 5_100);
    expect(measuredSeconds).toBe(200);
    expect(daily[0]).toBeCloseTo(3, 6);
  });

  it('subtracts replaced transactions, and is never negative', () => {
    const meter = createInflowMeter();
    meter.resume(start);
    meter.add(start, 3, 1_000);
    meter.add(start + 1, 3, -1_000);
    meter.add(start + 1, 9, 1_000);
    // arrived before the measurement
    meter.add(start + 2, 30, -5_000);
    const { daily } = meter.state(start + 10);
    expect(daily[bandOfRate(30)]).toBe(0);
    expect(daily[bandOfRate(9)]).toBe(0);
    expect([...daily].every((rate, band) => band === 0 || rate <= daily[band - 1]!)).toBe(true);
  });

  it('drops values older than a day, also without calls in between', () => {
    const meter = createInflowMeter();
    meter.resume(start);
    meter.add(start, 5, 86_400);
    expect(meter.state(start + day - 1_200).daily[0]).toBeGreaterThan(1);
    const later = meter.state(start + 3 * day);
    expect(later.daily[0]).toBe(0);
    expect(later.measuredSeconds).toBeGreaterThan(day - 1_200);
    expect(later.measuredSeconds).toBeLessThanOrEqual(day);
  });

  // one tenth arrives in the first 23 hours, then a burst of an hour
  it('weights the last hour most', () => {
    const meter = createInflowMeter();
    meter.resume(start);
    for (let second = 0; second < day; second += 60) {
      meter.add(start + second, 5, second < 23 * hour ? 60 * 100 : 60 * 10_000);
    }
    const { recent, daily } = meter.state(start + day);
    expect(daily[0]).toBeGreaterThan(450);
    expect(daily[0]).toBeLessThan(600);
    expect(recent[0]).toBeGreaterThan(6_000);
  });

  it('finds a smaller spread in an even inflow than in bursts', () => {
    const spreadOf = (weightAt: (second: number) => number) => {
      const meter = createInflowMeter();
      meter.resume(start);
      for (let second = 0; second < day; second += 60) meter.add(start + second, 5, weightAt(second));
      return meter.state(start + day).spread[0]!;
    };
    const even = spreadOf(() => 300_000);
    const bursts = spreadOf((second) => (second % (4 * hour) < hour ? 1_200_000 : 30_000));
    expect(even).toBeLessThan(0.2);
    expect(bursts).toBeGreaterThan(0.8);
    expect([...createInflowMeter().state(start).spread]).toEqual(new Array(rateBands).fill(0.4));
  });
});
