import { use } from 'react';
import { useNow } from '../context/clock.ts';
import { usePreferences } from '../context/preferences.tsx';
import { PriceContext } from '../context/price.ts';
import { usePlace } from '../context/site-context.ts';
import { useTimestamp } from '../context/zone.ts';
import { typicalFeeRate } from '../features/block/block-facts.ts';
import { ago, ahead, isoTime, type Span } from '../format/age.ts';
import { amount, type Figure, shortDigits } from '../format/amount.ts';
import { fiat, worth } from '../format/fiat.ts';
import { cardFeeRate, feeStep, rate } from '../format/rate.ts';
import { type Text, useText } from '../messages/use-text.ts';

/** Shows a number with a smaller, lighter unit. */
export function FigureText({ figure, className = '' }: { figure: Figure; className?: string | undefined }) {
  return (
    <span className={`figure ${className}`}>
      {figure.value} <small>{figure.unit}</small>
    </span>
  );
}

/** Shows an amount of sats in the visitor's unit; fiat only with a price. */
export function Amount(props: {
  sats: number;
  digits?: readonly [number, number];
  className?: string | undefined;
  signed?: boolean;
}) {
  const { preferences } = usePreferences();
  const { network } = usePlace();
  const price = use(PriceContext);
  const max = props.digits?.[1] ?? 8;
  const isShort = max < 8;
  const digits = isShort && props.sats === 0 ? shortDigits(0, max) : props.digits;
  const figure =
    preferences.unit === 'fiat' && price !== undefined
      ? fiat(worth(props.sats, price), preferences.currency, isShort)
      : amount(props.sats, preferences.unit === 'sats' ? 'sats' : 'btc', network, digits);
  const sign = props.signed && props.sats > 0 ? '+' : '';
  return (
    <FigureText figure={{ ...figure, value: sign + figure.value }} className={`amount ${props.className ?? ''}`} />
  );
}

/** Shows a fee rate in the visitor's unit, with a colored dot when `dot` is set. */
export function FeeRateText(props: { rate: number; card?: boolean; dot?: boolean; approximate?: boolean }) {
  const { rateUnit } = usePreferences().preferences;
  const figure = props.card ? cardFeeRate(props.rate, rateUnit) : rate(props.rate, rateUnit);
  return (
    <>
      {props.dot && <i className={`dot fee-bg-${feeStep(props.rate)}`} aria-hidden="true" />}
      <FigureText figure={props.approximate ? { ...figure, value: `~${figure.value}` } : figure} className="rate" />
    </>
  );
}

/** Shows the median fee rate of a block, or a text when it has no fees. */
export function BlockFeeRate(props: {
  medianFee: number;
  feeRange: readonly number[];
  /** Number of transactions without the coinbase. */
  transactions: number;
  dot?: boolean;
}) {
  const text = useText();
  const middle = typicalFeeRate(props.medianFee, props.feeRange, props.transactions);
  if (middle === undefined) return <span className="empty-rate">{text('block.empty')}</span>;
  return <FeeRateText rate={middle} card approximate {...(props.dot && { dot: true })} />;
}

/** '2 – 31 sat/vB' */
export function FeeRateRange({ range }: { range: readonly number[] }) {
  const { rateUnit } = usePreferences().preferences;
  const low = range[0];
  const high = range.at(-1);
  if (low === undefined || high === undefined || high === 0) return <span className="figure">–</span>;
  const from = cardFeeRate(low, rateUnit);
  const to = cardFeeRate(high, rateUnit);
  return (
    <FigureText
      figure={{ value: from.value === to.value ? to.value : `${from.value} - ${to.value}`, unit: to.unit }}
      className="rate"
    />
  );
}

const spanText = (text: Text, span: Span): string => text(`span.${span.unit}`, { count: span.count });

/** 'x minutes ago' or 'Just now'. @param time Unix seconds */
export function useAgo(time: number): string {
  const text = useText();
  const now = useNow();
  const past = ago(time, now);
  return past === undefined ? text('time.now') : text('time.ago', { span: spanText(text, past) });
}

/**
 * Shows an age, with the full time as its title.
 * @param time Unix seconds
 */
export function Age({ time }: { time: number }) {
  const words = useAgo(time);
  const timestamp = useTimestamp();
  return (
    <time dateTime={isoTime(time)} title={timestamp(time, true)}>
      {words}
    </time>
  );
}

/**
 * 'In ~x minutes'.
 * @param time ms; undefined: unknown
 */
export function Ahead({ time }: { time: number | undefined }) {
  const text = useText();
  const now = useNow();
  if (time === undefined) return <span>{text('time.onDemand')}</span>;
  return <time dateTime={isoTime(time / 1000)}>{text('time.in', { span: spanText(text, ahead(time, now)) })}</time>;
}

/**
 * Shows a time in the visitor's time zone.
 * @param time Unix seconds
 */
export function Moment({
  time,
  withAge = true,
  withSeconds = true,
}: {
  time: number;
  withAge?: boolean;
  withSeconds?: boolean;
}) {
  const timestamp = useTimestamp();
  const words = useAgo(time);
  return (
    <time dateTime={isoTime(time)} className="moment" data-part="moment">
      <bdi dir="ltr">{timestamp(time, withSeconds)}</bdi>
      {withAge && (
        <>
          {' '}
          <em>({words})</em>
        </>
      )}
    </time>
  );
}
