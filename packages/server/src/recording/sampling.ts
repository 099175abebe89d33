import type { MempoolSample, Samples, Summaries } from '@glassblock/mempool';
import type { ChainContext } from '../network/chain/chain-context.ts';
import type { MempoolContext } from '../network/mempool-context.ts';

const minuteMs = 60_000;

/**
 * Takes a sample and a summary of the mempool at each full minute.
 * @returns a function that stops it
 */
export function startSampling(options: {
  context: ChainContext & MempoolContext;
  samples: Samples;
  summaries: Summaries;
  onSample(sample: MempoolSample): void;
  /** Called when a sample could not be taken or stored: it is missing. */
  onError(error: unknown): void;
}): () => void {
  const { context, samples, summaries } = options;
  const untilMinute = () => minuteMs - (Date.now() % minuteMs);
  let timer = setTimeout(tick, untilMinute());

  function tick(): void {
    timer = setTimeout(tick, untilMinute());
    keep().catch(options.onError);
  }

  async function keep(): Promise<void> {
    const sample = await context.mempool.sample();
    if (sample === undefined) return;
    if (await samples.add(sample)) options.onSample(sample);
    const { info, blocks } = context.frame();
    const { height } = context.progress();
    if (info === undefined || height === null) return;
    const { added: time, vBytesPerSecond, vsizes } = sample;
    await summaries.add({ time, height, info, blocks, vBytesPerSecond, vsizes });
  }

  return () => clearTimeout(timer);
}
