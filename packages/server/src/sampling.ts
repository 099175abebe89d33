import type { PoolSample, PoolView, Samples } from '@glassblock/mempool';

const minuteMs = 60_000;

/** Takes a sample of the pool at each full minute. @returns a function that ends it */
export function startSampling(options: {
  pool: PoolView;
  samples: Samples;
  onSample(sample: PoolSample): void;
  /** A sample could not be taken or kept: it is missing. */
  onTrouble(error: unknown): void;
}): () => void {
  const { pool, samples } = options;
  const untilMinute = () => minuteMs - (Date.now() % minuteMs);
  let timer = setTimeout(tick, untilMinute());

  function tick(): void {
    timer = setTimeout(tick, untilMinute());
    keep().catch(options.onTrouble);
  }

  async function keep(): Promise<void> {
    const sample = await pool.sample();
    if (sample !== undefined && (await samples.add(sample))) options.onSample(sample);
  }

  return () => clearTimeout(timer);
}
