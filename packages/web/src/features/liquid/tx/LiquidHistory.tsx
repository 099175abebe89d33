import type { LiquidTx } from '@glassblock/contract/liquid';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApiPrefix, useSite } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { useText } from '../../../messages/use-text.ts';
import { useNearViewport } from '../../../ui/hooks/use-near-viewport.ts';
import { useOlderRows } from '../../../ui/hooks/use-older-rows.ts';
import pageStyles from '../../../ui/page.module.css';
import { useLiquid } from '../use-liquid.ts';
import { type AssetNames, assetsOf, loadNames } from './asset-names.ts';
import { AssetNamesContext } from './LiquidAmount.tsx';
import { LiquidTxList } from './LiquidTxList.tsx';
import { loadMissingDeposits } from './missing-deposits.ts';

/** Transactions of one answer. */
const perAnswer = 25;

/**
 * Lists a history; older transactions are added when its end is near. Without scripts the end links the next page.
 * @param props.first the newest, or those after one that the URL names
 * @param props.isNewest the list begins with the newest
 * @param props.total all transactions of the history
 * @param props.script of an address, whose rows are highlighted
 */
export function LiquidHistory(props: {
  title: (shown: number) => string;
  first: readonly LiquidTx[];
  isNewest: boolean;
  total: number;
  names: AssetNames;
  /** Outpoints that peg-ins of the first transactions claim and that are not in the parent chain. */
  missing: readonly string[];
  script?: string | undefined;
  /** REST route of the transactions after one. */
  pathAfter: (txid: string) => string;
  /** Page of the transactions after one. */
  pageAfter: (txid: string) => string;
  children?: React.ReactNode;
}) {
  const text = useText();
  const prefix = useApiPrefix();
  const native = useLiquid().asset;
  const site = useSite();
  const { first, isNewest, total, script } = props;
  const { older, add } = useOlderRows(first, ({ txid, status }) => (status.confirmed ? txid : undefined));
  const known = new Set(first.map(({ txid }) => txid));
  const txs = [...first, ...older.filter(({ txid }) => !known.has(txid))];
  const [names, addNames] = useState<AssetNames>({});
  const [missing, addMissing] = useState<readonly string[]>([]);
  const [isEnd, setEnd] = useState(!isNewest && first.length < perAnswer);
  const [state, setState] = useState<'idle' | 'busy' | { reason: string }>('idle');
  const last = txs.filter(({ status }) => status.confirmed).at(-1)?.txid;
  const hasMore = last !== undefined && !isEnd && (!isNewest || txs.length < total);
  const load = async () => {
    if (state === 'busy' || last === undefined) return;
    setState('busy');
    const answer = await browserApi().get<LiquidTx[]>(props.pathAfter(last), 'once');
    if (!answer.ok) return setState({ reason: answer.message });
    const [found, deposits] = await Promise.all([
      loadNames(browserApi(), prefix, assetsOf(answer.body, native)),
      loadMissingDeposits({ api: browserApi(), site, apiPrefix: prefix }, answer.body),
    ]);
    addNames((before) => ({ ...before, ...found }));
    addMissing((before) => [...before, ...deposits]);
    setEnd(answer.body.length < perAnswer);
    add(answer.body);
    setState('idle');
  };
  const end = useNearViewport<HTMLParagraphElement>(hasMore && state === 'idle', () => void load());
  return (
    <AssetNamesContext value={{ ...props.names, ...names }}>
      <h2 className={pageStyles.sectionTitle} data-part="section-title">
        {props.title(txs.length)}
      </h2>
      {props.children}
      <LiquidTxList
        txs={txs}
        names={{ ...props.names, ...names }}
        missing={[...props.missing, ...missing]}
        {...(script !== undefined && { script })}
      />
      {hasMore && (
        <p className={pageStyles.loadMore} data-part="load-more" ref={end} role="status">
          {typeof state === 'object' && <span>{text('address.moreFailed', { reason: state.reason })} </span>}
          <Link
            className="button"
            aria-busy={state === 'busy'}
            to={props.pageAfter(last)}
            onClick={(event) => {
              event.preventDefault();
              void load();
            }}
          >
            {text(typeof state === 'object' ? 'address.retry' : state === 'busy' ? 'address.loading' : 'address.more')}
          </Link>
        </p>
      )}
    </AssetNamesContext>
  );
}
