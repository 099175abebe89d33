/**
 * Back-test of the fee forecast: simulated fee markets; forecasts by the production code every ten minutes and after
 * each block, scored by the production code.
 *
 *     node bench/forecast.ts [--days 30] [--seeds 1,2,3] [--worlds steady,swinging]
 */
import { parseArgs } from 'node:util';
import {
  bandOfRate,
  createForecaster,
  createInflowMeter,
  entryRate,
  forecastProbabilities,
  forecastTargets,
  openForecastLog,
  rateBands,
} from '@glassblock/mempool/forecast';
import { calibrate, median } from './calibrate.ts';
import { createFeeWorld, minFeeRate, type WorldOptions } from './mempool/fee-world.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    seeds: { type: 'string', default: '1,2,3' },
    worlds: { type: 'string', default: '' },
  },
});
const days = Number(values.days);
const seeds = values.seeds.split(',').map(Number);

const steady: WorldOptions = {
  load: 0.9,
  daily: 0,
  swing: 0,
  swingHours: 2,
  rushes: 0,
  rushInflow: 1,
  rushBid: 1,
  followers: 0,
  rounders: 0.3,
  blockSeconds: 600,
};
const worlds: Record<string, WorldOptions> = {
  steady,
  full: { ...steady, load: 1 },
  swinging: { ...steady, load: 0.95, daily: 0.35, swing: 0.25 },
  rushes: { ...steady, load: 0.85, daily: 0.25, swing: 0.2, rushes: 1, rushInflow: 2.5, rushBid: 3 },
  bidding: { ...steady, load: 1, daily: 0.3, swing: 0.2, followers: 0.7 },
};

const daySeconds = 86_400;
const everySeconds = 600;
const { forecast } = createForecaster();
const times: number[] = [];

/** Returns the scores of one market and seed over `days`, after one day to fill mempool and meter. */
async function run(options: WorldOptions, seed: number) {
  const world = createFeeWorld(options, seed);
  const meter = createInflowMeter();
  const log = await openForecastLog(undefined);
  const blockTimes: number[] = [];
  const begin = world.time + daySeconds;
  const end = begin + days * daySeconds;
  let madeAt = 0;
  meter.resume(world.time);
  while (world.time < end) {
    const mined = world.step((time, rate, weight) => meter.add(time, rate, weight));
    for (const block of mined) {
      blockTimes.push(block.time);
      const height = blockTimes.length;
      await log.addBlock({ height, time: block.time, id: new Uint8Array(8), entry: entryRate(block) });
    }
    const isDue = mined.length > 0 || world.time - madeAt >= everySeconds;
    if (world.time < begin || !isDue) continue;
    madeAt = world.time;
    const mempoolWeights = new Float64Array(rateBands);
    world.mempool((rate, weight) => {
      mempoolWeights[bandOfRate(rate)]! += weight;
    });
    const last = blockTimes.slice(-145);
    const blockSeconds = (last.at(-1)! - last[0]!) / (last.length - 1);
    const began = performance.now();
    const rates = forecast({ mempoolWeights, inflow: meter.state(world.time), minFeeRate }, blockSeconds);
    times.push(performance.now() - began);
    await log.addForecast({ time: world.time, height: blockTimes.length, minFeeRate, rates });
  }
  return (await log.calibration(world.time)).find(({ name }) => name === '30d')!.scores;
}

const percent = (part: number, of: number) => (of === 0 ? ' --' : `${((100 * part) / of).toFixed(0).padStart(3)}`);

console.log(`${days} days, seeds ${seeds.join(' ')}; columns ${forecastProbabilities.join(', ')} %`);
for (const [name, options] of Object.entries(worlds)) {
  if (values.worlds !== '' && !values.worlds.split(',').includes(name)) continue;
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  for (const seed of seeds) runs.push(await run(options, seed));
  console.log(`\n${name}\nblocks    right, all          right, above minimum   above minimum        overpayment`);
  forecastTargets.forEach((blocks, target) => {
    const cells = forecastProbabilities.map((_, i) => {
      const scores = runs.map((scored) => scored[target]![i]!);
      const sum = (of: (score: (typeof scores)[number]) => number) => scores.reduce((all, one) => all + of(one), 0);
      const [scored, right, low, rightLow] = [
        sum((score) => score.scored),
        sum((score) => score.right),
        sum((score) => score.atMinimum),
        sum((score) => score.rightAtMinimum),
      ];
      return {
        all: percent(right, scored),
        above: percent(right - rightLow, scored - low),
        share: percent(scored - low, scored),
        over: (sum((score) => score.right * (score.overpayment ?? 0)) / right).toFixed(2),
      };
    });
    const column = (of: (cell: (typeof cells)[number]) => string) => cells.map(of).join('  ').padEnd(20);
    console.log(
      `${String(blocks).padStart(6)}   ${column(({ all }) => all)}  ${column(({ above }) => above)}  ${column(({ share }) => share)} ${column(({ over }) => over)}`,
    );
  });
}
const calibration = Math.round(calibrate());
console.log(`\n${times.length} forecasts, median ${median(times).toFixed(1)} ms; calibration loop ${calibration} ms`);
