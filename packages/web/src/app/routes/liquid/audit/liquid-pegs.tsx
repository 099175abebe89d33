// Page `/audit/pegs/:page`: peg-ins, peg-outs and burns of the pegged asset.
import type { Peg, PegsCount, PegVolumes, UnmatchedPegIn } from '@glassblock/contract/liquid';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useApiPrefix } from '../../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import { askAudit } from '../../../../features/liquid/audit/ask-reserves.ts';
import { PegTable } from '../../../../features/liquid/audit/PegTable.tsx';
import { VolumeText } from '../../../../features/liquid/audit/VolumeText.tsx';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi, liquidPage } from '../../../../features/liquid/liquid-url.ts';
import { useReloadOnBlock } from '../../../../features/mining/use-reload-on-block.ts';
import { usePageKeys } from '../../../../features/shell/use-page-keys.ts';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';

/** Pegs of one answer. */
const perPage = 15;

interface Data {
  number: number;
  pegs: Part<Peg[]>;
  volume: Part<PegVolumes>;
  count: number;
  /** Peg-ins whose deposit is not in the parent chain, as `txid:input`. */
  missing: string[];
}

async function load(kit: LoadKit): Promise<{ page: Data }> {
  const { api: ask, apiPrefix, params } = kit;
  const number = pageNumber(params['page']);
  if (String(number) !== params['page']) throw redirect(liquidPage.pegs(number));
  const [pegs, volume, count, missing] = await Promise.all([
    ask.get<Peg[]>(liquidApi.pegsList(apiPrefix, (number - 1) * perPage)),
    ask.get<PegVolumes>(liquidApi.pegsVolume(apiPrefix)),
    ask.get<PegsCount>(liquidApi.pegsCount(apiPrefix)),
    askAudit<UnmatchedPegIn[]>(kit, liquidApi.unmatchedPegIns(apiPrefix)),
  ]);
  const last = count.ok ? pageCount(count.body.pegs_count, perPage) : number;
  if (number > last) throw redirect(liquidPage.pegs(last));
  return {
    page: {
      number,
      pegs: partOf(pegs),
      volume: partOf(volume),
      count: count.ok ? count.body.pegs_count : 0,
      missing: missing.ok ? missing.body.map(({ txid, txindex }) => `${txid}:${txindex}`) : [],
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle("Recent Peg-In / Out's", matches) },
  { name: 'description', content: 'Peg-ins to Liquid and peg-outs from it, with their Bitcoin transactions.' },
];

export default function LiquidPegsRoute() {
  const text = useText();
  const prefix = useApiPrefix();
  const { number, pegs, volume, count, missing } = useLoaderData<typeof loader>();
  const to = (target: number) => liquidPage.pegs(target);
  const last = pageCount(count, perPage);
  usePageKeys(number, last, to);
  useReloadOnBlock(
    [liquidApi.pegsList(prefix, (number - 1) * perPage), liquidApi.pegsVolume(prefix), liquidApi.pegsCount(prefix)],
    number === 1,
  );
  return (
    <LiquidPage>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.pegs.title')}</h1>
      </div>
      <section className={cardStyles.card} data-part="card" aria-label={text('liquid.pegs.title')}>
        {volume.body && <VolumeText volume={volume.body} />}
        {pegs.problem && <Failed problem={pegs.problem} />}
        {pegs.body?.length === 0 && <p className="quiet">{text('liquid.pegs.none')}</p>}
        {pegs.body !== undefined && pegs.body.length > 0 && <PegTable pegs={pegs.body} missing={missing} />}
      </section>
      <Pager current={number} last={last} to={to} />
    </LiquidPage>
  );
}
