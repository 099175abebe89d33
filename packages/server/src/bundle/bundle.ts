/** Bundles the program for `npm start`: `npm run build`, also run by `npm ci`. */
import { bundleServer } from './bundle-server.ts';

await bundleServer();
