// Page `/tx/push` of a Liquid network: broadcasts a transaction.
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import { useApiPrefix } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { type BroadcastResult, useBroadcast } from '../../../features/tx/use-broadcast.ts';
import texts from '../../../messages/en.json?tx';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { HexField, Outcome } from '../../../ui/Form.tsx';
import formStyles from '../../../ui/form.module.css';
import { Hash } from '../../../ui/Hash.tsx';
import { page } from '../../../url.ts';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Broadcast transaction', matches) }];

export default function LiquidPushRoute() {
  return (
    <LiquidPage texts={texts} className={formStyles.formPage}>
      <Content />
    </LiquidPage>
  );
}

/** Beginning of a partially signed transaction of Elements, in base64 or hex. */
const pset = /^\s*(cHNldP|70736574ff)/i;

function Content() {
  const text = useText();
  const prefix = useApiPrefix();
  const [hex, setHex] = useState('');
  const [result, setResult] = useState<BroadcastResult>();
  const { isBusy, send } = useBroadcast(prefix, setResult);
  return (
    <section className={cardStyles.card} data-part="card">
      <h1>{text('push.title')}</h1>
      <p className="quiet">{text('push.intro')}</p>
      <noscript>
        <p>{text('liquid.push.script')}</p>
      </noscript>
      <form
        className="js-only"
        onSubmit={(event) => {
          event.preventDefault();
          if (pset.test(hex)) setResult({ kind: 'failed', reason: text('liquid.push.pset') });
          else void send(hex);
        }}
      >
        <HexField label={text('push.hex')} value={hex} onChange={setHex} />
        <p className={formStyles.formRow}>
          <button type="submit" className={`button ${formStyles.primary}`} data-part="primary" disabled={isBusy}>
            {text(isBusy ? 'push.sending' : 'push.send')}
          </button>
        </p>
      </form>
      {result?.kind === 'done' && (
        <Outcome tone="ok">
          {text('push.done')} <Hash value={result.txid} to={page.tx('', result.txid)} copy />
        </Outcome>
      )}
      {result?.kind === 'failed' && <Outcome tone="bad">{text('push.failed', { reason: result.reason })}</Outcome>}
    </section>
  );
}
