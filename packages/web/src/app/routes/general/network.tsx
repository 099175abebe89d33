// Layout of all pages of a network: header, strip of blocks, notices, footer, socket.
import type { InitData, NetworkState } from '@glassblock/contract';
import { useEffect, useMemo, useState } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useMatches, useNavigation } from 'react-router';
import { useStore } from 'zustand';
import { LiveContext } from '../../../context/live.ts';
import { createPriceHistories, PriceHistoriesContext } from '../../../context/PriceAt.tsx';
import { usePreferences } from '../../../context/preferences.tsx';
import { hasValue, PriceContext } from '../../../context/price.ts';
import { PlaceContext, useSite } from '../../../context/site-context.ts';
import { createViewStore, ViewStoreContext } from '../../../context/view-store.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { Banners } from '../../../features/shell/Banners.tsx';
import { Footer } from '../../../features/shell/Footer.tsx';
import { Header } from '../../../features/shell/Header.tsx';
import { LaterParts } from '../../../features/shell/LaterParts.tsx';
import { OfflineGuard } from '../../../features/shell/OfflineGuard.tsx';
import shellStyles from '../../../features/shell/shell.module.css';
import { useTooltips } from '../../../features/shell/use-tooltips.ts';
import { browserPlatform } from '../../../live/browser.ts';
import { createSession } from '../../../live/session.ts';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { useArrowKeyCapture } from '../../../ui/hooks/input/arrow-keys.ts';
import { api, socketUrl } from '../../../url.ts';

/** Loads the start object of the live protocol and the node state, for every page of a network. */
async function load({ api: ask, network, prefix, site }: LoadKit) {
  const [init, state] = await Promise.all([
    ask.get<InitData>(api.init(prefix)),
    ask.get<NetworkState>(api.state(prefix)),
  ]);
  const row = site.networks.find((each) => each.name === network);
  return {
    page: {
      network,
      prefix,
      label: row?.label ?? network,
      demo: row?.demo ?? network === 'demo',
      pace: row?.demo ? ('demo' as const) : row?.retargets === false ? ('on-demand' as const) : ('adjusted' as const),
      init: init.ok ? init.body : undefined,
      state: state.ok ? state.body : undefined,
      reachable: init.ok || state.ok,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** The live session keeps it current; only another network reloads it. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.network !== nextParams.network;

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export default function NetworkRoute() {
  const page = useLoaderData<typeof loader>();
  return (
    <NetworkFrame page={page} key={page.prefix}>
      <Outlet />
    </NetworkFrame>
  );
}

/** Everything around a page of one network; recreated for another one. */
function NetworkFrame({ page, children }: { page: Page; children: React.ReactNode }) {
  const text = useText();
  const site = useSite();
  const matches = useMatches();
  const isBare = matches.some(({ id }) => id === 'status');
  const isPlain = matches.some(({ handle }) => (handle as { frame?: string } | undefined)?.frame === 'none');
  const busy = useNavigation().state !== 'idle';
  const [session] = useState(() => createSession({ keepBlocks: site.keepBlocks, init: page.init }));
  const [view] = useState(createViewStore);
  const [histories] = useState(createPriceHistories);
  const state = useNodeState(page);
  const { network, prefix, label, demo, pace } = page;
  const { currency } = usePreferences().preferences;
  const price = useStore(session.store, (live) => live.conversions?.[currency]);
  const place = useMemo(() => ({ network, prefix, label, demo, pace }), [network, prefix, label, demo, pace]);

  useEffect(
    () =>
      session.open(socketUrl(window.location, site.basePath, prefix), browserPlatform, () => window.location.reload()),
    [session, site.basePath, prefix],
  );

  useTooltips();
  useArrowKeyCapture();

  return (
    <PlaceContext value={place}>
      <LiveContext value={session}>
        <ViewStoreContext value={view}>
          <PriceHistoriesContext value={histories}>
            <PriceContext value={hasValue(network) && price !== undefined && price > 0 ? price : undefined}>
              <a className="skip" href="#main">
                {text('header.skip')}
              </a>
              <div
                className={`${shellStyles.progress} ${busy ? shellStyles.on : ''}`}
                data-part="on"
                aria-hidden="true"
              />
              {!isBare && !isPlain && <Header />}
              {!isPlain && <Banners state={state} />}
              <OfflineGuard />
              {!page.reachable && (
                <div className={`${bannerStyles.banner} bad`} data-part="banner" role="status">
                  <p>{text('error.away.text')}</p>
                </div>
              )}
              {children}
              {!isPlain && (
                <Footer isBare={isBare} {...(page.init?.backendInfo && { server: page.init.backendInfo })} />
              )}
              {!isBare && <LaterParts />}
            </PriceContext>
          </PriceHistoriesContext>
        </ViewStoreContext>
      </LiveContext>
    </PlaceContext>
  );
}

const retryMs = 5_000;
const okPollMs = 20_000;

/** The node state; polled more often while it is not ready, not at all while the page is hidden. */
function useNodeState(page: Page) {
  const [state, setState] = useState(page.state);
  const well = state !== undefined && state.node.state === 'ready' && state.index.synced && state.mempool.synced;
  const site = useSite();
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'hidden') return;
        fetch(site.basePath.slice(0, -1) + api.state(page.prefix))
          .then((response) => (response.ok ? (response.json() as Promise<Page['state']>) : undefined))
          .then((next) => next && setState(next))
          .catch(() => {});
      },
      well ? okPollMs : retryMs,
    );
    return () => clearInterval(timer);
  }, [well, page.prefix, site.basePath]);
  return state;
}
