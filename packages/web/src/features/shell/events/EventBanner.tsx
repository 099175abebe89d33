import { Suspense } from 'react';
import { useHydrated } from '../../../context/clock.ts';
import { usePlace } from '../../../context/site-context.ts';
import { amount } from '../../../format/amount.ts';
import texts from '../../../messages/en.json?event';
import { type Text, useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import type { EventNews, SpecialEvent } from './special-events.ts';

const Fireworks = lazyComponent(() => import('./Fireworks.tsx'));

/** Counts down to an event such as a halving, and announces it. Loaded when there is an event. */
export default function EventBanner({ news }: { news: EventNews }) {
  return (
    <MoreTexts texts={texts}>{news.kind === 'soon' ? <Countdown {...news} /> : <Here event={news.event} />}</MoreTexts>
  );
}

function Countdown({ event, blocks }: { event: SpecialEvent; blocks: number }) {
  const text = useText();
  return (
    <div className={`${bannerStyles.banner} ${bannerStyles.event} warning-label`} data-part="banner event">
      <p>{text('event.soon', { event: text(`event.${event.kind}`, { nth: event.nth ?? 0 }), blocks })}</p>
    </div>
  );
}

function doneLabel(text: Text, { kind, nth = 0, subsidy = 0 }: SpecialEvent, network: string): string {
  const { value, unit } = amount(subsidy, 'btc', network, [0, 8]);
  return text(`event.now.${kind}`, { nth, subsidy: `${value} ${unit}` });
}

function Here({ event }: { event: SpecialEvent }) {
  const text = useText();
  const { network } = usePlace();
  const ready = useHydrated();
  return (
    <div className={`${bannerStyles.banner} ${bannerStyles.event} ${bannerStyles.now}`} data-part="banner event">
      {ready && (
        <Suspense>
          <Fireworks />
        </Suspense>
      )}
      <p>{doneLabel(text, event, network)}</p>
    </div>
  );
}
