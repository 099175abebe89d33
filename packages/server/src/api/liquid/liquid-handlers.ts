import { liquidAliasHandlers } from './alias-handlers.ts';
import { assetFileHandlers } from './assets/asset-file-handlers.ts';
import { assetHandlers } from './assets/asset-handlers.ts';
import { registryHandlers } from './assets/registry-handlers.ts';
import { liquidBlockHandlers } from './block-handlers.ts';
import { summaryHandlers } from './block-summary.ts';
import { liquidSearchHandlers } from './chain/address-search.ts';
import { blocksByTimeHandlers } from './chain/blocks-by-time.ts';
import { packageHandlers } from './chain/package-handlers.ts';
import { federationEventHandlers } from './federation/federation-events.ts';
import { federationHandlers } from './federation/federation-handlers.ts';
import { federationOutputHandlers } from './federation/federation-outputs.ts';
import { pegHandlers } from './federation/peg-handlers.ts';
import type { LiquidHandlers } from './liquid-call.ts';
import { liquidMempoolHandlers } from './mempool-handlers.ts';
import { liquidPrevoutHandlers } from './prevout-handlers.ts';
import { recordHandlers } from './record-handlers.ts';
import { relativeHandlers } from './relatives.ts';
import { liquidScriptHandlers } from './script-handlers.ts';
import { startDataHandlers } from './start-data.ts';
import { liquidTxHandlers } from './tx-handlers.ts';

/** Handlers of all routes of Liquid networks. */
export const liquidHandlers: LiquidHandlers = {
  ...liquidBlockHandlers,
  ...liquidTxHandlers,
  ...liquidScriptHandlers,
  ...liquidSearchHandlers,
  ...blocksByTimeHandlers,
  ...packageHandlers,
  ...liquidMempoolHandlers,
  ...startDataHandlers,
  ...relativeHandlers,
  ...summaryHandlers,
  ...recordHandlers,
  ...liquidAliasHandlers,
  ...assetHandlers,
  ...assetFileHandlers,
  ...registryHandlers,
  ...liquidPrevoutHandlers,
  ...pegHandlers,
  ...federationHandlers,
  ...federationOutputHandlers,
  ...federationEventHandlers,
};
