// Page `/tx/test`: tests transactions with the node without broadcasting them.
import type { TestedTx } from '@glassblock/contract';
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { btcPerKvb, hexList, nodeErrorMessage } from '../../../data/node-error-message.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { post } from '../../../data/post.ts';
import { TestedTable } from '../../../features/tx/TestedTable.tsx';
import { useText } from '../../../messages/use-text.ts';
import { type TestedLine, testLines } from '../../../script/tx-input/package-lines.ts';
import bannerStyles from '../../../ui/banner.module.css';
import cardStyles from '../../../ui/card.module.css';
import { HexField, NumberField, Outcome } from '../../../ui/Form.tsx';
import formStyles from '../../../ui/form.module.css';
import pageStyles from '../../../ui/page.module.css';
import { api } from '../../../url.ts';

export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Test transactions', matches) }];

type Result = { kind: 'lines'; lines: TestedLine[] } | { kind: 'failed'; reason: string };

export default function TestRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const [hexes, setHexes] = useState('');
  const [rate, setRate] = useState('10000');
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | undefined>(undefined);
  const send = async () => {
    const list = hexList(hexes);
    if (list.length === 0) return setResult({ kind: 'failed', reason: text('test.none') });
    if (list.length > 25) return setResult({ kind: 'failed', reason: text('test.many') });
    setBusy(true);
    const answer = await post<TestedTx[]>(api.testTxs(prefix, btcPerKvb(Number(rate) || 0)), list);
    setBusy(false);
    setResult(
      answer.ok
        ? { kind: 'lines', lines: testLines(answer.body) }
        : { kind: 'failed', reason: nodeErrorMessage(answer.message) },
    );
  };
  return (
    <main className={`${pageStyles.page} ${formStyles.formPage}`} id="main">
      <section className={cardStyles.card} data-part="card">
        <h1>{text('test.title')}</h1>
        <p className="quiet">{text('test.intro')}</p>
        <noscript>
          <p className={`${bannerStyles.banner} warn`} data-part="banner">
            {text('test.noscript')}
          </p>
        </noscript>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <HexField label={text('test.hexes')} value={hexes} onChange={setHexes} />
          <div className={formStyles.formRow}>
            <NumberField label={text('push.maxRate')} value={rate} onChange={setRate} />
          </div>
          <p className={formStyles.formRow}>
            <button type="submit" className={`button ${formStyles.primary}`} data-part="primary" disabled={isBusy}>
              {text(isBusy ? 'push.sending' : 'test.send')}
            </button>
          </p>
        </form>
        {result?.kind === 'failed' && <Outcome tone="bad">{result.reason}</Outcome>}
        {result?.kind === 'lines' && <TestedTable lines={result.lines} linked={false} />}
      </section>
    </main>
  );
}
