import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { browserSite } from '../data/browser-api.ts';
import { routesFor } from '../data/site/liquid-routes.ts';
import { routeManifest } from '../data/site/route-files.ts';

// Two sets of pages have the same paths: the router gets the one that the server has rendered.
const manifest = routeManifest();
if (manifest !== undefined) manifest.routes = routesFor(manifest.routes, browserSite().liquid !== undefined);

// The server's page requests this after its first paint.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
