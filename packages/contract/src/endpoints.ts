import { blocks } from './routes/blocks.ts';
import { forecast } from './routes/forecast.ts';
import { general } from './routes/general.ts';
import { internal } from './routes/internal.ts';
import { pool } from './routes/pool.ts';
import { scripts } from './routes/scripts.ts';
import { transactions } from './routes/transactions.ts';
import { v1Twins } from './routes/v1-twins.ts';

/** Every REST route, by id. Routes, OpenAPI, docs and contract tests are made from it. */
export const endpoints = {
  ...blocks,
  ...transactions,
  ...scripts,
  ...pool,
  ...forecast,
  ...general,
  ...v1Twins,
  ...internal,
};
export type EndpointId = keyof typeof endpoints;
