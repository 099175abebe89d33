import { ago, ahead, isoTime, type Span, timestamp } from '../format/age.ts';
import { amount, type Figure } from '../format/amount.ts';
import { cardRate, feeStep, rate } from '../format/rate.ts';
import { type Text, useText } from '../messages/use-text.ts';
import { middleRate } from './block-facts.ts';
import { useHydrated, useNow } from './clock.ts';
import { usePreferences } from './preferences.tsx';
import { usePlace } from './site-context.ts';

/** A number with its unit set smaller and lighter. */
export function FigureText({ figure, className = '' }: { figure: Figure; className?: string }) {
  return (
    <span className={`figure ${className}`}>
      {figure.value} <small>{figure.unit}</small>
    </span>
  );
}

/** An amount in sats, in the visitor's unit. */
export function Amount(props: {
  sats: number;
  digits?: readonly [number, number];
  className?: string;
  signed?: boolean;
}) {
  const { preferences } = usePreferences();
  const { network } = usePlace();
  const figure = amount(props.sats, preferences.unit, network, props.digits);
  const sign = props.signed && props.sats > 0 ? '+' : '';
  return (
    <FigureText figure={{ ...figure, value: sign + figure.value }} className={`amount ${props.className ?? ''}`} />
  );
}

/** A fee rate in the visitor's unit, with its colour beside it when `dot` is set. */
export function Rate(props: { rate: number; card?: boolean; dot?: boolean; approximate?: boolean }) {
  const { rateUnit } = usePreferences().preferences;
  const figure = props.card ? cardRate(props.rate, rateUnit) : rate(props.rate, rateUnit);
  return (
    <>
      {props.dot && <i className={`dot fee-bg-${feeStep(props.rate)}`} aria-hidden="true" />}
      <FigureText figure={props.approximate ? { ...figure, value: `~${figure.value}` } : figure} className="rate" />
    </>
  );
}

/** The rate in the middle of a block; a word when nothing in it pays. */
export function BlockRate(props: {
  medianFee: number;
  feeRange: readonly number[];
  /** Without the coinbase. */
  transactions: number;
  dot?: boolean;
}) {
  const text = useText();
  const middle = middleRate(props.medianFee, props.feeRange, props.transactions);
  if (middle === undefined) return <span className="empty-rate">{text('block.empty')}</span>;
  return <Rate rate={middle} card approximate {...(props.dot && { dot: true })} />;
}

/** '2 – 31 sat/vB' */
export function RateSpan({ range }: { range: readonly number[] }) {
  const { rateUnit } = usePreferences().preferences;
  const low = range[0];
  const high = range.at(-1);
  if (low === undefined || high === undefined || high === 0) return <span className="figure">–</span>;
  const from = cardRate(low, rateUnit);
  const to = cardRate(high, rateUnit);
  return (
    <FigureText
      figure={{ value: from.value === to.value ? to.value : `${from.value} - ${to.value}`, unit: to.unit }}
      className="rate"
    />
  );
}

const spanText = (text: Text, span: Span): string => text(`span.${span.unit}`, { count: span.count });

/** 'x minutes ago' or 'Just now'. @param time  Unix seconds */
export function useAgo(time: number): string {
  const text = useText();
  const now = useNow();
  const past = ago(time, now);
  return past === undefined ? text('time.now') : text('time.ago', { span: spanText(text, past) });
}

/** Age of something, with the full time as its title. @param time  Unix seconds */
export function Age({ time }: { time: number }) {
  const words = useAgo(time);
  const local = useHydrated();
  return (
    <time
      dateTime={isoTime(time)}
      title={local ? timestamp(time, 'local', true) : `${timestamp(time, 'utc', true)} UTC`}
    >
      {words}
    </time>
  );
}

/** 'In ~x minutes'. @param time  ms; undefined: nobody can say */
export function Ahead({ time }: { time: number | undefined }) {
  const text = useText();
  const now = useNow();
  if (time === undefined) return <span>{text('time.onDemand')}</span>;
  return <time dateTime={isoTime(time / 1000)}>{text('time.in', { span: spanText(text, ahead(time, now)) })}</time>;
}

/** A point in time: UTC as rendered by the server, the visitor's zone afterwards. @param time  Unix seconds */
export function Moment({ time, withAge = true }: { time: number; withAge?: boolean }) {
  const local = useHydrated();
  const words = useAgo(time);
  return (
    <time dateTime={isoTime(time)} className="moment">
      {timestamp(time, local ? 'local' : 'utc', true)}
      {!local && ' UTC'}
      {withAge && <em> ({words})</em>}
    </time>
  );
}
