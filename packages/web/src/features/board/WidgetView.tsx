import type { WidgetType } from '@glassblock/contract';
import type { LoadedWidget, ProofsWidget } from '../../data/watched/board-data.ts';
import { DifficultyCard } from '../dashboard/DifficultyCard.tsx';
import { FeeCard } from '../dashboard/FeeCard.tsx';
import { HalvingRow } from '../dashboard/HalvingRow.tsx';
import { LatestBlocks } from '../dashboard/LatestBlocks.tsx';
import { MempoolCard } from '../dashboard/MempoolCard.tsx';
import { NextBlock } from '../dashboard/NextBlock.tsx';
import { RecentReplacements } from '../dashboard/RecentReplacements.tsx';
import { RecentTransactions } from '../dashboard/RecentTransactions.tsx';
import { MiningPoolsCard } from '../mining/MiningPoolsCard.tsx';
import { AddressCard } from './AddressCard.tsx';
import styles from './board.module.css';
import { ProofsCard } from './ProofsCard.tsx';
import { TextCard } from './TextCard.tsx';
import { TreasuriesCard, TreasuryCard, WalletCard, WalletTxsCard } from './wallet-cards.tsx';
import type { WidgetWidth } from './widget-spans.ts';

const widths: Readonly<Record<WidgetType, WidgetWidth>> = {
  fees: 'third',
  difficulty: 'third',
  mempool: 'third',
  nextBlock: 'full',
  replacements: 'half',
  transactions: 'half',
  blocks: 'full',
  address: 'third',
  wallet: 'third',
  treasury: 'half',
  walletTransactions: 'half',
  treasuries: 'half',
  miningPools: 'half',
  simpleproof: 'full',
  simpleproof_cubo: 'full',
  text: 'third',
};

/** Returns the width of a widget: configured, or that of its type. */
export const widthOf = ({ widget: { type, width = widths[type] } }: LoadedWidget): WidgetWidth => width;

/** Shows a widget at its place. @param id of its title @param span columns of 12, on wide screens */
export function WidgetView(props: LoadedWidget & { id: string; span: number }) {
  const { type, mobileOrder } = props.widget;
  return (
    <div
      className={styles.widget}
      data-width={widthOf(props)}
      data-span={props.span}
      data-order={mobileOrder}
      data-widget={type}
    >
      <Content {...props} />
    </div>
  );
}

function Content({ id, ...loaded }: LoadedWidget & { id: string }) {
  const { widget, data } = loaded;
  switch (widget.type) {
    case 'fees':
      return <FeeCard />;
    case 'difficulty':
      return <DifficultyCard more={<HalvingRow />} />;
    case 'mempool':
      return <MempoolCard />;
    case 'nextBlock':
      return <NextBlock heading="h2" />;
    case 'replacements':
      return <RecentReplacements />;
    case 'transactions':
      return <RecentTransactions />;
    case 'blocks':
      return <LatestBlocks />;
    case 'text':
      return <TextCard id={id} widget={widget} />;
    default:
      return data === undefined ? null : <DataContent id={id} loaded={loaded as WithData} />;
  }
}

type WithData = Extract<LoadedWidget, { data: object }>;

function DataContent({ id, loaded }: { id: string; loaded: WithData }) {
  if (isOf(loaded, 'address')) return <AddressCard id={id} {...loaded} />;
  if (isOf(loaded, 'treasuries')) return <TreasuriesCard id={id} {...loaded} />;
  if (isOf(loaded, 'miningPools')) return <MiningPoolsCard ranking={loaded.data} />;
  if (isOf(loaded, 'simpleproof', 'simpleproof_cubo')) return <ProofsCard id={id} {...loaded} />;
  if (loaded.widget.type === 'wallet') return <WalletCard id={id} widget={loaded.widget} data={loaded.data} />;
  if (loaded.widget.type === 'treasury') return <TreasuryCard id={id} widget={loaded.widget} data={loaded.data} />;
  return <WalletTxsCard id={id} widget={loaded.widget} data={loaded.data} />;
}

/** Narrows the data by the type of the widget. */
const isOf = <T extends 'address' | 'treasuries' | 'miningPools' | ProofsWidget>(
  loaded: WithData,
  ...types: T[]
): loaded is Extract<WithData, { widget: { type: T } }> => (types as readonly string[]).includes(loaded.widget.type);
