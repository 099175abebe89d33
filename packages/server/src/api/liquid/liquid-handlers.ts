import { assetFileHandlers } from './asset-file-handlers.ts';
import { assetHandlers } from './asset-handlers.ts';
import { liquidBlockHandlers } from './block-handlers.ts';
import { federationHandlers } from './federation-handlers.ts';
import type { LiquidHandlers } from './liquid-call.ts';
import { liquidMempoolHandlers } from './mempool-handlers.ts';
import { pegHandlers } from './peg-handlers.ts';
import { registryHandlers } from './registry-handlers.ts';
import { liquidScriptHandlers } from './script-handlers.ts';
import { startDataHandlers } from './start-data.ts';
import { liquidTxHandlers } from './tx-handlers.ts';

/** Handlers of all routes of Liquid networks. */
export const liquidHandlers: LiquidHandlers = {
  ...liquidBlockHandlers,
  ...liquidTxHandlers,
  ...liquidScriptHandlers,
  ...liquidMempoolHandlers,
  ...startDataHandlers,
  ...assetHandlers,
  ...assetFileHandlers,
  ...registryHandlers,
  ...pegHandlers,
  ...federationHandlers,
};
