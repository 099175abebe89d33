import { useRef } from 'react';
import { useText } from '../../messages/use-text.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { BandSquare, bandName } from './bands.tsx';
import mempoolStyles from './mempool.module.css';
import { bandStarts } from './mempool-bands.ts';

/** Chooses the minimum fee rate of the shown bands. */
export function FeeFloor(props: {
  /** sat/vB. */
  min: number;
  /** Highest band that is not empty, sat/vB. */
  highest: number;
  unit: string;
  perUnit: number;
  onChoose(min: number): void;
  children: React.ReactNode;
}) {
  const text = useText();
  const { min, highest, unit, perUnit, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const choose = (from: number) => {
    onChoose(from);
    const sheet = list.current?.closest('details');
    if (!sheet) return;
    sheet.open = false;
    sheet.querySelector('summary')?.focus();
  };
  const words =
    min === 0 ? text('graphs.minFeeRate.none') : text('graphs.minFeeRate.from', { rate: min * perUnit, unit });
  const starts = bandStarts.filter((from) => from <= highest || from === min);
  return (
    <Sheet
      id="dropdownFees"
      className={`${mempoolStyles.feeFloor} js-only`}
      part="fee-floor"
      label={`${text('graphs.minFeeRate')} ${words}`}
      face={
        <>
          {text('graphs.minFeeRate')} <b>{words}</b>
        </>
      }
    >
      <div ref={list}>
        {props.children}
        {starts.toReversed().map((from) => {
          const to = bandStarts[bandStarts.indexOf(from) + 1];
          return (
            <button type="button" key={from} aria-pressed={from === min} onClick={() => choose(from)}>
              <BandSquare from={from} /> {bandName(from * perUnit, to === undefined ? undefined : to * perUnit)}{' '}
              <small>{unit}</small>
            </button>
          );
        })}
      </div>
    </Sheet>
  );
}
