import type { Outspend } from '@glassblock/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { storedSwitch } from '../../data/device-storage.ts';
import { count } from '../../format/amount.ts';
import { feeRate, feeStep } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import {
  type FlowItem,
  flowHeight,
  flowItems,
  flowLayout,
  flowLimits,
  type Strand,
  tabWidth,
} from '../../pictures/diagrams/flow-layout.ts';
import foldStyles from '../../ui/fold.module.css';
import { Hash } from '../../ui/Hash.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useWidth } from '../../ui/hooks/use-width.ts';
import listStyles from '../../ui/list.module.css';
import pageStyles from '../../ui/page.module.css';
import { Amount } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { useSelected } from './selected.ts';
import txStyles from './tx.module.css';
import styles from './tx-pictures.module.css';

const shownByDefault = storedSwitch(true, 'show', 'hide');

interface FlowOutput {
  /** Absent where it is unknown or confidential. */
  value?: number | undefined;
  scriptpubkey_address?: string;
}

/** The part of a transaction that the diagram shows. */
export interface FlowTx {
  vin: readonly {
    txid: string;
    vout: number;
    is_coinbase: boolean;
    /** Its outpoint is on another chain. */
    is_pegin?: boolean;
    prevout: FlowOutput | null;
  }[];
  vout: readonly FlowOutput[];
  fee: number;
  weight: number;
  status: { block_height?: number };
}

/** Shows the amount of an item; undefined where there is none. */
type ShowAmount = (item: FlowItem, className?: string) => React.ReactNode;

const plainAmount: ShowAmount = ({ value }, className) =>
  value === undefined ? undefined : <Amount sats={value} className={className} />;

interface FlowProps {
  tx: FlowTx;
  outspends: readonly Outspend[];
  /** By default amounts are those of the network. */
  showAmount?: ShowAmount;
}

/** Shows the section of the diagram: hidden or shown by the URL, else by the stored setting. */
export function FlowSection(props: FlowProps) {
  const text = useText();
  const { query, changed } = useQuery();
  const { flow } = useSelected();
  const asked = query.get('showFlow');
  const [preferred, prefer] = useStored('flow-preference', shownByDefault);
  const section = useRef<HTMLElement>(null);
  const isShown = asked === null ? preferred : asked !== 'false';
  const came = useRef(false);
  useEffect(() => {
    if (flow && !came.current) section.current?.scrollIntoView({ block: 'start' });
    came.current = true;
  }, [flow]);
  return (
    <section className={txStyles.txSection} id="flow" ref={section} aria-labelledby="flow-title">
      <div className={pageStyles.sectionHead} data-part="section-head">
        <h2 className={pageStyles.sectionTitle} data-part="section-title" id="flow-title">
          {text('flow.title')}
        </h2>
        <Link
          className="button quiet-button"
          to={changed({ showFlow: String(!isShown) })}
          replace
          preventScrollReset
          onClick={() => prefer(!isShown)}
        >
          {text(isShown ? 'flow.hide' : 'flow.show')}
        </Link>
      </div>
      {isShown && <FlowDiagram {...props} />}
    </section>
  );
}

type Side = 'in' | 'out';
interface Chosen {
  side: Side;
  place: number;
}

/** Returns the items of both sides, each merged to `limit`; the fee is an output. */
function itemsOf(tx: FlowTx, limit: number): { inputs: FlowItem[]; outputs: FlowItem[] } {
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const total = tx.vout.reduce((sum, { value = 0 }) => sum + value, 0);
  const inputs = flowItems(
    tx.vin.map((input) => (isCoinbase ? total : input.prevout?.value)),
    'input',
    limit,
  );
  const outputs = flowItems(
    tx.vout.map(({ value }) => value),
    'output',
    limit,
  );
  if (tx.fee > 0) outputs.push({ kind: 'fee', index: 0, value: tx.fee, count: 1 });
  return { inputs, outputs };
}

function FlowDiagram({ tx, outspends, showAmount = plainAmount }: FlowProps) {
  const text = useText();
  const navigate = useNavigate();
  const tipId = useId();
  const [frame, width] = useWidth<HTMLDivElement>(1180);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const { inputs, outputs } = itemsOf(tx, isOpen ? flowLimits.max : flowLimits.shown);
  const layout = flowLayout(inputs, outputs, width, flowHeight(Math.max(inputs.length, outputs.length), isOpen));
  const shown = chosen && strandsOf(layout, chosen.side)[chosen.place];
  const isPartial = [...inputs, ...outputs].some(({ value }) => value === undefined);
  const select = (item: FlowItem) => {
    if (item.kind === 'rest') return setOpen(true);
    if (item.kind === 'fee') return;
    const name = item.kind === 'input' ? 'vin' : 'vout';
    void navigate(
      { search: location.search, hash: `#flow=&${[`${name}=${item.index}`, ...otherParts(location.hash)].join('&')}` },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <div className={styles.flow} ref={frame}>
      <FlowPicture
        tx={tx}
        outspends={outspends}
        layout={layout}
        chosen={chosen}
        choose={setChosen}
        select={select}
        tipId={tipId}
      />
      <div className={styles.flowFoot}>
        <p className={styles.flowTip} data-cy="flow-tip" id={tipId} role="status">
          {shown ? (
            <Tip item={shown.item} side={chosen.side} tx={tx} outspends={outspends} showAmount={showAmount} />
          ) : (
            <span className="quiet">{text(isPartial ? 'flow.hint.partial' : 'flow.hint')}</span>
          )}
        </p>
        {(tx.vin.length > flowLimits.shown || tx.vout.length > flowLimits.shown) && (
          <button type="button" className="link-button js-only" onClick={() => setOpen(!isOpen)}>
            {text(isOpen ? 'flow.less' : 'flow.more')}
          </button>
        )}
      </div>
      <FlowTable inputs={inputs} outputs={outputs} tx={tx} outspends={outspends} showAmount={showAmount} />
    </div>
  );
}

/** Returns the parts of a fragment that select nothing: a link that reveals amounts stays in the URL. */
const otherParts = (hash: string): string[] =>
  hash
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^(flow|vin|vout)(=|$)/.test(part));

type FlowLayout = ReturnType<typeof flowLayout>;

const strandsOf = (layout: FlowLayout, side: Side): readonly Strand[] =>
  side === 'in' ? layout.inputs : layout.outputs;

/** Returns the strand beside the chosen one for an arrow key; undefined: none. */
function strandBeside(layout: FlowLayout, chosen: Chosen | undefined, key: string, isMirrored: boolean) {
  const from = chosen ?? { side: 'in' as const, place: -1 };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') {
    const place = from.place + (key === 'ArrowDown' ? 1 : -1);
    return { side: from.side, place: Math.max(0, Math.min(strandsOf(layout, from.side).length - 1, place)) };
  }
  const side: Side = (key === 'ArrowLeft') === isMirrored ? 'out' : 'in';
  if (side === from.side && chosen) return undefined;
  return { side, place: Math.max(0, Math.min(strandsOf(layout, side).length - 1, from.place)) };
}

/** Draws the strands; the arrow keys select the adjacent one. */
function FlowPicture(props: {
  tx: FlowTx;
  outspends: readonly Outspend[];
  layout: FlowLayout;
  chosen: Chosen | undefined;
  choose(chosen: Chosen | undefined): void;
  select(item: FlowItem): void;
  /** Id of the description of the chosen strand. */
  tipId: string;
}) {
  const text = useText();
  const id = useId();
  const { tx, outspends, layout, chosen, choose, select } = props;
  const shown = chosen && strandsOf(layout, chosen.side)[chosen.place];
  const strands = { ...props, gradientId: id, feeStep: feeStep(feeRate(tx.fee, tx.weight) ?? 0) };
  return (
    <svg
      className={styles.flowPicture}
      data-cy="flow-picture"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width="100%"
      height={layout.height}
      preserveAspectRatio="none"
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys navigate the diagram
      tabIndex={0}
      aria-label={text('flow.label', { inputs: tx.vin.length, outputs: tx.vout.length })}
      aria-describedby={props.tipId}
      onKeyDown={(event) => {
        if (event.key.startsWith('Arrow')) {
          event.preventDefault();
          const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
          const next = strandBeside(layout, chosen, event.key, isMirrored);
          if (next) choose(next);
        } else if (event.key === 'Enter' && shown) select(shown.item);
        else if (event.key === 'Escape') choose(undefined);
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && choose(undefined)}
    >
      <Gradients id={id} width={layout.width} />
      <Strands {...strands} side="in" />
      <Strands {...strands} side="out" />
      <rect {...layout.joint} rx="3" className={styles.flowJoint} />
      <Tabs strands={layout.inputs} x={0} tx={tx} outspends={outspends} />
      <Tabs strands={layout.outputs} x={layout.width - tabWidth + 4} tx={tx} outspends={outspends} />
    </svg>
  );
}

/** Fades the strands of each side towards the middle. */
function Gradients({ id, width }: { id: string; width: number }) {
  return (
    <defs>
      <linearGradient id={`${id}in`} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={width / 2} y2="0">
        <stop offset="0" className={styles.flowEdge} />
        <stop offset="1" className={styles.flowMiddle} />
      </linearGradient>
      <linearGradient id={`${id}out`} gradientUnits="userSpaceOnUse" x1={width / 2} y1="0" x2={width} y2="0">
        <stop offset="0" className={styles.flowMiddle} />
        <stop offset="1" className={styles.flowEdge} />
      </linearGradient>
    </defs>
  );
}

/** Draws the strands of one side. */
function Strands(props: {
  layout: FlowLayout;
  side: Side;
  chosen: Chosen | undefined;
  choose(chosen: Chosen): void;
  select(item: FlowItem): void;
  gradientId: string;
  feeStep: number;
}) {
  const selected = useSelected();
  const { layout, side, chosen, choose, select } = props;
  const isMarked = ({ item }: Strand): boolean =>
    (item.kind === 'input' && selected.vin === item.index) || (item.kind === 'output' && selected.vout === item.index);
  return (
    <g>
      {strandsOf(layout, side).map((strand, place) => {
        const isChosen = chosen?.side === side && chosen.place === place;
        const kind = strand.item.kind === 'fee' ? `fee-fill-${props.feeStep} ${styles.strandFee}` : `strand-${side}`;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the diagram handles the keys; its table has the links
          <path
            key={`${strand.item.kind}${strand.item.index}`}
            d={strand.path}
            className={`${styles.strand} ${kind} ${isChosen ? 'chosen' : ''} ${isMarked(strand) ? 'marked' : ''}`}
            {...(strand.item.kind !== 'fee' && { fill: `url(#${props.gradientId}${side})` })}
            onPointerEnter={() => choose({ side, place })}
            onClick={() => {
              choose({ side, place });
              select(strand.item);
            }}
          />
        );
      })}
    </g>
  );
}

/** Returns the path of the transaction that created or spends an output of the diagram. */
function neighbour(item: FlowItem, tx: FlowTx, outspends: readonly Outspend[], prefix: string): string | undefined {
  if (item.kind === 'input') {
    const input = tx.vin[item.index];
    return input && !input.is_coinbase && input.is_pegin !== true
      ? `${page.tx(prefix, input.txid)}#flow=&vout=${input.vout}`
      : undefined;
  }
  const spend = item.kind === 'output' ? outspends[item.index] : undefined;
  return spend?.spent && spend.txid !== undefined
    ? `${page.tx(prefix, spend.txid)}#flow=&vin=${spend.vin ?? 0}`
    : undefined;
}

/**
 * Shows tabs at the outer ends, which link the adjacent transactions for pointers; the table links them for the
 * keyboard.
 */
function Tabs(props: { strands: readonly Strand[]; x: number; tx: FlowTx; outspends: readonly Outspend[] }) {
  const navigate = useNavigate();
  const { prefix } = usePlace();
  return props.strands.map(({ item, y, thickness }) => {
    const to = neighbour(item, props.tx, props.outspends, prefix);
    if (to === undefined) return null;
    const height = Math.max(5, thickness);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same link
      <rect
        key={`${item.kind}${item.index}`}
        x={props.x}
        y={y - height / 2}
        width={tabWidth - 4}
        height={height}
        rx="2"
        className={styles.flowTab}
        onClick={() => void navigate(to)}
      />
    );
  });
}

function useItemName(): (item: FlowItem, isCoinbase: boolean, side: Side) => string {
  const text = useText();
  return (item, isCoinbase, side) => {
    if (item.kind === 'fee') return text('flow.fee');
    if (item.kind === 'rest') return text(side === 'in' ? 'flow.rest.in' : 'flow.rest.out', { count: item.count });
    if (item.kind === 'input') return isCoinbase ? text('flow.coinbase') : text('script.input', { number: item.index });
    return text('script.output', { number: item.index });
  };
}

/** Describes the spend of an output. */
function SpendWords({ outspend, tx }: { outspend: Outspend | undefined; tx: FlowTx }) {
  const text = useText();
  if (outspend === undefined) return null;
  if (!outspend.spent) return <span className="quiet">{text('flow.unspent')}</span>;
  const from = tx.status.block_height;
  const to = outspend.status?.block_height;
  return (
    <span className="quiet">
      {from === undefined || to === undefined
        ? text('flow.spentPending')
        : text('flow.spentLater', { count: Math.max(0, to - from) })}
    </span>
  );
}

function Tip(props: {
  item: FlowItem;
  side: Side;
  tx: FlowTx;
  outspends: readonly Outspend[];
  showAmount: ShowAmount;
}) {
  const { item, side, tx, outspends } = props;
  const { prefix } = usePlace();
  const nameOf = useItemName();
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const output =
    item.kind === 'input' ? tx.vin[item.index]?.prevout : item.kind === 'output' ? tx.vout[item.index] : null;
  const address = output?.scriptpubkey_address;
  return (
    <>
      <b>{nameOf(item, isCoinbase, side)}</b>
      {props.showAmount(item, 'strong')}
      {address !== undefined && <Hash value={address} to={page.address(prefix, address)} />}
      {item.kind === 'output' && <SpendWords outspend={outspends[item.index]} tx={tx} />}
    </>
  );
}

/** Shows the items of the diagram as a table with amounts and links. */
function FlowTable(props: {
  inputs: readonly FlowItem[];
  outputs: readonly FlowItem[];
  tx: FlowTx;
  outspends: readonly Outspend[];
  showAmount: ShowAmount;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const nameOf = useItemName();
  const { tx, outspends } = props;
  const isCoinbase = tx.vin[0]?.is_coinbase === true;
  const row = (side: Side) => (item: FlowItem) => {
    const to = neighbour(item, tx, outspends, prefix);
    const output =
      item.kind === 'input' ? tx.vin[item.index]?.prevout : item.kind === 'output' ? tx.vout[item.index] : null;
    return (
      <tr key={side + item.kind + item.index}>
        <th scope="row">{nameOf(item, isCoinbase, side)}</th>
        <td data-label={text('flow.who')}>
          {output?.scriptpubkey_address !== undefined ? <Hash value={output.scriptpubkey_address} /> : '–'}
        </td>
        <td className={listStyles.number} data-label={text('recent.amount')}>
          {item.kind === 'fee' ? <>{count(item.value ?? 0)} sats</> : (props.showAmount(item) ?? '–')}
        </td>
        <td data-label={text('tx.title')}>
          {to === undefined ? (
            '–'
          ) : (
            <Link to={to} aria-label={text(side === 'in' ? 'flow.previous' : 'flow.spender', { number: item.index })}>
              {text(side === 'in' ? 'flow.from' : 'flow.to')}
            </Link>
          )}
        </td>
      </tr>
    );
  };
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{text('flow.table')}</summary>
      <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
        <thead>
          <tr>
            <th>{text('flow.part')}</th>
            <th>{text('flow.who')}</th>
            <th className={listStyles.number}>{text('recent.amount')}</th>
            <th>{text('tx.title')}</th>
          </tr>
        </thead>
        <tbody>
          {props.inputs.map(row('in'))}
          {props.outputs.map(row('out'))}
        </tbody>
      </table>
    </details>
  );
}
