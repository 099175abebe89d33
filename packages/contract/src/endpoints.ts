import { accelerations } from './routes/accelerations.ts';
import { audits } from './routes/audits.ts';
import { blocks } from './routes/blocks.ts';
import { forecast } from './routes/forecast.ts';
import { general } from './routes/general.ts';
import { internal } from './routes/internal.ts';
import { lightning } from './routes/lightning.ts';
import { mempool } from './routes/mempool.ts';
import { mining } from './routes/mining.ts';
import { prices } from './routes/prices.ts';
import { scripts } from './routes/scripts.ts';
import { v1Aliases } from './routes/shared/v1-aliases.ts';
import { transactions } from './routes/transactions.ts';

/** Every REST route, by id. Router, OpenAPI document, docs and contract tests derive from it. */
export const endpoints = {
  ...blocks,
  ...audits,
  ...transactions,
  ...scripts,
  ...mempool,
  ...mining,
  ...prices,
  ...accelerations,
  ...lightning,
  ...forecast,
  ...general,
  ...v1Aliases,
  ...internal,
};
/** Id of a REST route. */
export type EndpointId = keyof typeof endpoints;
