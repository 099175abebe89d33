// Page `/tx/preview`: decodes a transaction or PSBT in the browser.
import type { CpfpInfo, Prevout, Tx } from '@glassblock/contract';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type MetaArgs, useNavigate } from 'react-router';
import { useLive, useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { nodeErrorMessage } from '../../../data/node-error-message.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { post } from '../../../data/post.ts';
import { maxEstimatedBlocks } from '../../../features/block/block-facts.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { ClusterSection, hasRelatives } from '../../../features/tx/ClusterSection.tsx';
import { FlowSection } from '../../../features/tx/FlowDiagram.tsx';
import { InOutSection } from '../../../features/tx/scripts/InOutSection.tsx';
import { TxDetails, TxFacts } from '../../../features/tx/TxFacts.tsx';
import { Figures } from '../../../features/tx/TxStory.tsx';
import txStyles from '../../../features/tx/tx.module.css';
import { feeRate } from '../../../format/rate.ts';
import { effectiveRate, estimatePosition, type TxView } from '../../../live/reducers/fold-tx.ts';
import { useText } from '../../../messages/use-text.ts';
import { featureHeights } from '../../../script/tx-input/feature-heights.ts';
import {
  missingPrevouts,
  type Pasted,
  type PasteFault,
  readPasted,
  withPrevouts,
} from '../../../script/tx-input/preview.ts';
import { previewFragment } from '../../../script/tx-input/push-fragment.ts';
import { signedEstimate } from '../../../script/tx-input/signed-estimate.ts';
import bannerStyles from '../../../ui/banner.module.css';
import cardStyles from '../../../ui/card.module.css';
import { HexField, Outcome } from '../../../ui/Form.tsx';
import formStyles from '../../../ui/form.module.css';
import { Hash } from '../../../ui/Hash.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Preview transaction', matches) }];

/** Outpoints per request. */
const outpointsPerBatch = 100;

type State =
  | { kind: 'form'; fault?: PasteFault }
  | {
      kind: 'shown';
      pasted: Pasted;
      prevouts: 'none' | 'asked' | 'there' | { reason: string };
      /** Its package; absent when not requested. */
      cpfp?: 'asked' | { reason: string } | { info: CpfpInfo };
    };

export default function PreviewRoute() {
  const { network, prefix } = usePlace();
  const [input, setInput] = useState('');
  const [doesFetch, setFetch] = useState(true);
  const [state, setState] = useState<State>({ kind: 'form' });
  useWant('blocks', 'mempool-blocks');

  const show = async (text: string, online: boolean) => {
    const pasted = readPasted(text, network);
    if (typeof pasted === 'string') return setState({ kind: 'form', fault: pasted });
    const missing = missingPrevouts(pasted.tx);
    if (!online) return setState({ kind: 'shown', pasted, prevouts: 'none' });
    if (missing.length === 0) return withRelatives({ kind: 'shown', pasted, prevouts: 'none' });
    setState({ kind: 'shown', pasted, prevouts: 'asked' });
    const found: (Prevout | null)[] = [];
    for (let at = 0; at < missing.length; at += outpointsPerBatch) {
      const answer = await post<(Prevout | null)[]>(api.prevouts(prefix), missing.slice(at, at + outpointsPerBatch));
      if (!answer.ok)
        return setState({ kind: 'shown', pasted, prevouts: { reason: nodeErrorMessage(answer.message) } });
      found.push(...answer.body);
    }
    await withRelatives({
      kind: 'shown',
      pasted: { ...pasted, tx: withPrevouts(pasted.tx, found, network) },
      prevouts: 'there',
    });
  };

  /** Requests its package, once all prevouts are known. */
  const withRelatives = async (shown: Extract<State, { kind: 'shown' }>) => {
    const { tx } = shown.pasted;
    if (tx.vin[0]?.is_coinbase === true || missingPrevouts(tx).length > 0) return setState(shown);
    setState({ ...shown, cpfp: 'asked' });
    const { weight } = signedEstimate(tx);
    const answer = await post<CpfpInfo[]>(api.cpfpPreview(prefix), [
      { txid: tx.txid, weight, sigops: tx.sigops, fee: tx.fee, vin: tx.vin, vout: tx.vout },
    ]);
    const info = answer.ok ? answer.body[0] : undefined;
    setState({ ...shown, cpfp: info ? { info } : { reason: answer.ok ? 'Unknown error' : answer.message } });
  };

  const readUrl = useEffectEvent(() => {
    const given = previewFragment(window.location.hash);
    if (given === undefined) return;
    const online = new URLSearchParams(window.location.hash.slice(1)).get('offline') !== 'true';
    setInput(given);
    setFetch(online);
    void show(given, online);
  });
  useEffect(() => readUrl(), []);

  return (
    <>
      {state.kind === 'shown' && <Strip />}
      <main className={`${pageStyles.page} ${state.kind === 'form' ? formStyles.formPage : txStyles.txPage}`} id="main">
        {state.kind === 'form' ? (
          <PasteForm
            input={input}
            onInput={setInput}
            doesFetch={doesFetch}
            onFetch={setFetch}
            onGo={() => void show(input, doesFetch)}
            {...(state.fault && { fault: state.fault })}
          />
        ) : (
          <Preview state={state} onReset={() => setState({ kind: 'form' })} />
        )}
      </main>
    </>
  );
}

function PasteForm(props: {
  input: string;
  onInput(value: string): void;
  doesFetch: boolean;
  onFetch(value: boolean): void;
  onGo(): void;
  fault?: PasteFault;
}) {
  const text = useText();
  return (
    <section className={cardStyles.card} data-part="card">
      <h1>{text('preview.title')}</h1>
      <p className="quiet">{text('preview.intro')}</p>
      <noscript>
        <p className={`${bannerStyles.banner} warn`} data-part="banner">
          {text('test.noscript')}
        </p>
      </noscript>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onGo();
        }}
      >
        <HexField label={text('preview.input')} value={props.input} onChange={props.onInput} rows={9} />
        <label className={formStyles.check}>
          <input type="checkbox" checked={props.doesFetch} onChange={(event) => props.onFetch(event.target.checked)} />
          <span>
            {text('preview.fetch')}
            <span className="quiet">{text('preview.fetch.hint')}</span>
          </span>
        </label>
        <p className={formStyles.formRow}>
          <button type="submit" className={`button ${formStyles.primary}`} data-part="primary">
            {text('preview.go')}
          </button>
        </p>
      </form>
      {props.fault && (
        <Outcome tone="bad">{text('preview.error', { reason: text(`preview.error.${props.fault}`) })}</Outcome>
      )}
    </section>
  );
}

function Preview({ state, onReset }: { state: Extract<State, { kind: 'shown' }>; onReset(): void }) {
  const text = useText();
  const { network } = usePlace();
  const { pasted, prevouts, cpfp } = state;
  const estimate = useMemo(() => signedEstimate(pasted.tx), [pasted.tx]);
  const tx = useMemo((): Tx => ({ ...pasted.tx, weight: estimate.weight, size: estimate.size }), [pasted.tx, estimate]);
  const added = estimate.size - pasted.tx.size;
  const relatives = typeof cpfp === 'object' && 'info' in cpfp ? cpfp.info : undefined;
  const view = { tx, outspends: [], ...(relatives && { cpfp: relatives }) };
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const missing = missingPrevouts(tx).length;
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text(isCoinbase ? 'preview.coinbase' : 'preview.title')}</h1>
        <Hash value={tx.txid} copy tail={12} className={pageStyles.titleHash} part="title-hash" />
        <button type="button" className="button" onClick={onReset}>
          {text('preview.reset')}
        </button>
      </div>
      <section className={txStyles.txTop}>
        <div className={`${txStyles.story} info`} data-part="story">
          <p className={`${txStyles.storyLine} local`} data-part="story-line">
            {text('preview.local')}
          </p>
          <Place view={view} isKnown={missing === 0} />
          {pasted.isPsbt && <p className="quiet">{text('preview.psbt')}</p>}
          {pasted.unsigned > 0 && (
            <p>
              {text('preview.unsigned', { count: pasted.unsigned })}{' '}
              {added > 0 && text('preview.estimate', { bytes: added })}{' '}
              {estimate.unknown > 0 && text('preview.estimate.unknown', { count: estimate.unknown })}
            </p>
          )}
          {prevouts === 'asked' && <p role="status">{text('preview.fetching')}</p>}
          {typeof prevouts === 'object' && <p>{text('preview.fetchFailed', { reason: prevouts.reason })}</p>}
          {missing > 0 && prevouts !== 'asked' && <p>{text('preview.missing', { count: missing })}</p>}
          {cpfp === 'asked' && <p role="status">{text('preview.cpfp')}</p>}
          {typeof cpfp === 'object' && 'reason' in cpfp && (
            <p>{text('preview.cpfp.failed', { reason: cpfp.reason })}</p>
          )}
          {!isCoinbase && <Send hex={pasted.hex} />}
        </div>
        <Figures view={view} />
      </section>
      <TxFacts view={view} heights={featureHeights(network)} />
      {hasRelatives(relatives) && (
        <ClusterSection cpfp={relatives} txid={tx.txid} ownRate={feeRate(tx.fee, tx.weight) ?? 0} />
      )}
      <FlowSection tx={tx} outspends={[]} />
      <InOutSection tx={tx} outspends={[]} />
      <TxDetails view={view} isLocal {...(pasted.hex !== undefined && { hex: pasted.hex })} />
    </>
  );
}

/** Its projected position if it were sent now. */
function Place({ view, isKnown }: { view: Pick<TxView, 'tx' | 'cpfp'>; isKnown: boolean }) {
  const text = useText();
  const blocks = useLive((live) => live.mempoolBlocks);
  const rate = isKnown ? effectiveRate(view) : undefined;
  const place = rate === undefined ? undefined : estimatePosition(rate, blocks ?? [])?.block;
  if (place === undefined) return null;
  const words =
    place >= maxEstimatedBlocks
      ? text('tx.when.far')
      : place === 0
        ? text('tx.when.next')
        : text('tx.when.block', { count: place + 1 });
  return <p className="quiet">{text('tx.pending.estimated', { text: words })}</p>;
}

const redirectMs = 2000;

/** @param hex undefined while signatures are missing */
function Send({ hex }: { hex: string | undefined }) {
  const text = useText();
  const { prefix } = usePlace();
  const navigate = useNavigate();
  const [sent, setSent] = useState<{ txid: string } | { reason: string } | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const txid = sent && 'txid' in sent ? sent.txid : undefined;
  useEffect(() => {
    if (txid === undefined) return;
    const timer = setTimeout(() => void navigate(page.tx(prefix, txid)), redirectMs);
    return () => clearTimeout(timer);
  }, [txid, navigate, prefix]);
  const send = async () => {
    if (hex === undefined) return;
    setBusy(true);
    const answer = await post<string>(api.postTx(prefix), hex);
    setBusy(false);
    setSent(answer.ok ? { txid: answer.body.trim() } : { reason: nodeErrorMessage(answer.message) });
  };
  return (
    <>
      <p className={formStyles.formRow}>
        <button
          type="button"
          className={`button ${formStyles.primary}`}
          data-part="primary"
          disabled={hex === undefined || isBusy || txid !== undefined}
          title={hex === undefined ? text('preview.unsigned.send') : undefined}
          onClick={() => void send()}
        >
          {text(txid === undefined ? 'preview.broadcast' : 'preview.broadcasted')}
        </button>
      </p>
      {txid !== undefined && <p role="status">{text('preview.redirecting')}</p>}
      {sent && 'reason' in sent && (
        <p role="status" className="loss">
          {text('push.failed', { reason: sent.reason })}
        </p>
      )}
    </>
  );
}
