// Layout of all pages of a Liquid network: header, notices, footer, socket.
import type { MempoolBlock, MempoolStats, RecommendedFees } from '@glassblock/contract';
import type { LiquidBlock } from '@glassblock/contract/liquid';
import { useEffect, useMemo, useState } from 'react';
import { Outlet, useLoaderData, useNavigation } from 'react-router';
import { LiveContext } from '../../../context/live.ts';
import { PlaceContext, useSite } from '../../../context/site-context.ts';
import { createViewStore, ViewStoreContext } from '../../../context/view-store.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { LiquidBanners } from '../../../features/liquid/frame/LiquidBanners.tsx';
import { LiquidFooter } from '../../../features/liquid/frame/LiquidFooter.tsx';
import { LiquidHeader } from '../../../features/liquid/frame/LiquidHeader.tsx';
import { startInfo, startOf } from '../../../features/liquid/liquid-live.ts';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { OfflineGuard } from '../../../features/shell/OfflineGuard.tsx';
import shellStyles from '../../../features/shell/shell.module.css';
import { useTooltips } from '../../../features/shell/use-tooltips.ts';
import { browserPlatform } from '../../../live/browser.ts';
import { createSession } from '../../../live/session.ts';
import labels from '../../../messages/en.json?label';
import texts from '../../../messages/en.json?liquid';
import { useText } from '../../../messages/use-text.ts';
import { useArrowKeyCapture } from '../../../ui/hooks/input/arrow-keys.ts';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import { socketUrl } from '../../../url.ts';

/** Loads the newest blocks, the recommended fees and the size of the mempool. */
async function load({ api: ask, network, apiPrefix, site }: LoadKit) {
  const [blocks, fees, mempool, projected] = await Promise.all([
    ask.get<LiquidBlock[]>(liquidApi.blocks(apiPrefix)),
    ask.get<RecommendedFees>(liquidApi.fees(apiPrefix)),
    ask.get<MempoolStats>(liquidApi.mempool(apiPrefix)),
    ask.get<MempoolBlock[]>(liquidApi.projected(apiPrefix)),
  ]);
  return {
    page: {
      network,
      apiPrefix,
      label: site.networks.find(({ name }) => name === network)?.label ?? network,
      blocks: blocks.ok ? blocks.body : [],
      fees: fees.ok ? fees.body : undefined,
      mempoolInfo: mempool.ok && projected.ok ? startInfo(mempool.body, projected.body) : undefined,
      mempoolBlocks: projected.ok ? projected.body : undefined,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** The live session keeps it current. */
export const shouldRevalidate = () => false;

const all = { ...labels, ...texts };

export default function LiquidNetworkRoute() {
  return (
    <MoreTexts texts={all}>
      <Frame />
    </MoreTexts>
  );
}

function Frame() {
  const text = useText();
  const site = useSite();
  const page = useLoaderData<typeof loader>();
  const { network, apiPrefix, label } = page;
  const isBusy = useNavigation().state !== 'idle';
  const [session] = useState(() =>
    createSession({
      keepBlocks: site.keepBlocks,
      init: startOf({
        blocks: page.blocks,
        fees: page.fees,
        mempoolInfo: page.mempoolInfo,
        mempoolBlocks: page.mempoolBlocks,
      }),
    }),
  );
  const [view] = useState(createViewStore);
  const place = useMemo(
    () => ({ network, prefix: '', label, demo: false, pace: 'adjusted' as const }),
    [network, label],
  );
  useEffect(
    () =>
      session.open(socketUrl(window.location, site.basePath, apiPrefix), browserPlatform, () =>
        window.location.reload(),
      ),
    [session, site.basePath, apiPrefix],
  );
  useTooltips();
  useArrowKeyCapture();
  return (
    <PlaceContext value={place}>
      <LiveContext value={session}>
        <ViewStoreContext value={view}>
          <a className="skip" href="#main">
            {text('header.skip')}
          </a>
          <div
            className={`${shellStyles.progress} ${isBusy ? shellStyles.on : ''}`}
            data-part="on"
            aria-hidden="true"
          />
          <LiquidHeader />
          <LiquidBanners />
          <OfflineGuard />
          <Outlet />
          <LiquidFooter />
        </ViewStoreContext>
      </LiveContext>
    </PlaceContext>
  );
}
