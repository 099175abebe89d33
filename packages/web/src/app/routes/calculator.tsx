import type { MetaArgs } from 'react-router';
import { useLive, useWant } from '../../components/live.ts';
import { MoreTexts } from '../../components/MoreTexts.tsx';
import { CoinConverter } from '../../components/tools/CoinConverter.tsx';
import { FeeCalculator } from '../../components/tools/FeeCalculator.tsx';
import texts from '../../messages/en.json?tools';
import { useText } from '../../messages/use-text.ts';
import '../../styles/tools.css';

export const meta = (_: MetaArgs) => [
  { title: 'Calculator · Glassblock' },
  { name: 'description', content: 'Bitcoin to satoshis and back, and what a transaction of a given make costs now.' },
];

export default function CalculatorRoute() {
  return (
    <MoreTexts texts={texts}>
      <Calculator />
    </MoreTexts>
  );
}

function Calculator() {
  const text = useText();
  useWant('blocks', 'mempool-blocks', 'stats');
  const rate = useLive((state) => state.fees?.halfHourFee);
  return (
    <main className="page calculator" id="main">
      <div className="title-block">
        <h1>{text('calc.title')}</h1>
      </div>
      <noscript>
        <p className="banner warn">{text('calc.noscript')}</p>
      </noscript>
      <CoinConverter />
      <FeeCalculator rate={rate} />
    </main>
  );
}
