// Pages `/tx/push` and `/pushtx`: broadcasts a transaction or package.
import type { PackageResult } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { Link, type MetaArgs, useLocation } from 'react-router';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { btcPerKvb, hexList, isHex, nodeErrorMessage, unwrapped } from '../../../data/node-error-message.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { post } from '../../../data/post.ts';
import { TestedTable } from '../../../features/tx/TestedTable.tsx';
import { type BroadcastResult, useBroadcast } from '../../../features/tx/use-broadcast.ts';
import { useText } from '../../../messages/use-text.ts';
import { packageLines, type TestedLine } from '../../../script/tx-input/package-lines.ts';
import { type PushParts, pushParts } from '../../../script/tx-input/push-fragment.ts';
import type { PushFault, PushLink } from '../../../script/tx-input/push-link.ts';
import cardStyles from '../../../ui/card.module.css';
import { HexField, NumberField, Outcome } from '../../../ui/Form.tsx';
import formStyles from '../../../ui/form.module.css';
import { Hash } from '../../../ui/Hash.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Broadcast transaction', matches) }];

export default function PushRoute() {
  return (
    <main className={`${pageStyles.page} ${formStyles.formPage}`} id="main">
      <Broadcast />
      <Package />
    </main>
  );
}

type Result = BroadcastResult | { kind: 'badLink'; fault: PushFault };

/** Reads a link. Its decoder is loaded on demand; without it the link stays undecoded. */
async function readLink(parts: PushParts, network: string): Promise<PushLink> {
  const reader = await import('../../../script/tx-input/push-link.ts').catch(() => undefined);
  return reader?.readPushLink(parts, network) ?? { fault: 'undecoded' };
}

function Broadcast() {
  const text = useText();
  const { network, prefix } = usePlace();
  const { hash } = useLocation();
  const { basePath } = useSite();
  const [hex, setHex] = useState('');
  const [result, setResult] = useState<Result | undefined>(undefined);
  const { isBusy, send } = useBroadcast(prefix, setResult);
  const clean = unwrapped(hex);
  // A link only fills the field: the visitor reviews and submits.
  useEffect(() => {
    const parts = pushParts(hash);
    if (parts === undefined) return;
    let isLatest = true;
    void readLink(parts, network).then((link) => {
      if (!isLatest) return;
      setHex('hex' in link ? link.hex : '');
      setResult('fault' in link ? { kind: 'badLink', fault: link.fault } : undefined);
    });
    return () => {
      isLatest = false;
    };
  }, [hash, network]);
  return (
    <section className={cardStyles.card} data-part="card">
      <h1>{text('push.title')}</h1>
      <p className="quiet">{text('push.intro')}</p>
      <form
        method="get"
        action={basePath.slice(0, -1) + api.broadcastForm(prefix)}
        onSubmit={(event) => {
          event.preventDefault();
          void send(hex);
        }}
      >
        <HexField label={text('push.hex')} name="tx" value={hex} onChange={setHex} />
        <p className={formStyles.formRow}>
          <button type="submit" className={`button ${formStyles.primary}`} data-part="primary" disabled={isBusy}>
            {text(isBusy ? 'push.sending' : 'push.send')}
          </button>
          <Link to={page.preview(prefix, isHex(clean) && clean.length < 60_000 ? clean : undefined)}>
            {text('push.look')}
          </Link>
        </p>
      </form>
      {result?.kind === 'done' && (
        <Outcome tone="ok">
          {text('push.done')} <Hash value={result.txid} to={page.tx(prefix, result.txid)} copy />
        </Outcome>
      )}
      {result?.kind === 'failed' && <Outcome tone="bad">{text('push.failed', { reason: result.reason })}</Outcome>}
      {result?.kind === 'badLink' && <Outcome tone="bad">{text(`push.link.${result.fault}`)}</Outcome>}
    </section>
  );
}

type PackageState = { kind: 'lines'; message: string; lines: TestedLine[] } | { kind: 'failed'; reason: string };

function Package() {
  const text = useText();
  const { prefix } = usePlace();
  const [hexes, setHexes] = useState('');
  const [rate, setRate] = useState('10000');
  const [burn, setBurn] = useState('0');
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<PackageState | undefined>(undefined);
  const send = async () => {
    const list = hexList(hexes);
    if (list.length === 0) return setResult({ kind: 'failed', reason: text('test.none') });
    if (list.length > 25) return setResult({ kind: 'failed', reason: text('test.many') });
    setBusy(true);
    const answer = await post<PackageResult>(
      api.submitPackage(prefix, {
        maxfeerate: btcPerKvb(Number(rate) || 0),
        maxburnamount: ((Number(burn) || 0) / 1e8).toFixed(8),
      }),
      list,
    );
    setBusy(false);
    setResult(
      answer.ok
        ? { kind: 'lines', message: answer.body.package_msg, lines: packageLines(answer.body) }
        : { kind: 'failed', reason: nodeErrorMessage(answer.message) },
    );
  };
  return (
    <section className={`${cardStyles.card} js-only`} data-part="card">
      <h2 className={pageStyles.sectionTitle} data-part="section-title">
        {text('push.package.title')}
      </h2>
      <p className="quiet">{text('push.package.intro')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <HexField label={text('push.package.hexes')} value={hexes} onChange={setHexes} />
        <div className={formStyles.formRow}>
          <NumberField label={text('push.maxRate')} value={rate} onChange={setRate} />
          <NumberField label={text('push.maxBurn')} value={burn} onChange={setBurn} />
        </div>
        <p className={formStyles.formRow}>
          <button type="submit" className={`button ${formStyles.primary}`} data-part="primary" disabled={isBusy}>
            {text(isBusy ? 'push.sending' : 'push.package.send')}
          </button>
        </p>
      </form>
      {result?.kind === 'failed' && <Outcome tone="bad">{result.reason}</Outcome>}
      {result?.kind === 'lines' && (
        <>
          <Outcome tone={result.message === 'success' ? 'ok' : 'bad'}>{result.message}</Outcome>
          <TestedTable lines={result.lines} linked />
        </>
      )}
    </section>
  );
}
