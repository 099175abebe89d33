/** Worker of make.ts: generates blocks ahead of the node, one for each credit from the main thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { ChainMaker, type ChainPlan } from './chain-maker.ts';
import { type ChainReport, reportOf } from './report.ts';

/** Message from this thread: a block, or the final report. */
export type FromMaker =
  | { type: 'block'; bytes: Uint8Array; height: number; txs: number }
  | { type: 'end'; report: ChainReport };

const port = parentPort;
if (port === null) throw new Error('make-worker.ts runs as a worker of make.ts');
const plan = workerData as ChainPlan;
const maker = new ChainMaker(plan);

port.on('message', () => {
  const bytes = maker.nextBlock();
  const { blocks, txs } = maker.figures;
  const message: FromMaker =
    bytes === undefined
      ? { type: 'end', report: reportOf(maker, plan) }
      : { type: 'block', bytes, height: blocks, txs };
  port.postMessage(message, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer]);
  if (bytes === undefined) port.close();
});
