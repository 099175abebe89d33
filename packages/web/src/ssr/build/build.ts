/** Builds the web app if its inputs changed since the last build: `npm run build`, also run by `npm ci`. */
import { buildWeb } from './build-web.ts';

await buildWeb({ log: console.log });
