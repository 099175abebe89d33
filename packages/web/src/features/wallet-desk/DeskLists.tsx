import type { Utxo } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { isoTime } from '../../format/age.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Hash } from '../../ui/Hash.tsx';
import { Amount, Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { type DeskEntry, mergedHistory } from '../../wallet/desk-lookup.ts';
import { type LabelType, labelKey } from '../../wallet/labels.ts';
import type { Chain } from '../../wallet/wallet-source.ts';
import { type Column, DeskTable } from './DeskTable.tsx';
import { LabelField } from './LabelField.tsx';
import type { LabelStore } from './use-labels.ts';
import type { Found } from './use-scan.ts';

interface UtxoRow {
  utxo: Utxo;
  address: string;
}

/** Shows UTXOs, history and addresses of a wallet, each with its labels. */
export function DeskLists(props: { found: readonly Found[]; chains: readonly Chain[]; store: LabelStore }) {
  return (
    <>
      <Utxos {...props} />
      <History {...props} />
      <Addresses {...props} />
    </>
  );
}

/** Returns a function that makes the column of labels. */
function useLabelColumn(store: LabelStore) {
  const text = useText();
  return <T,>(type: LabelType, subjectOf: (row: T) => string): Column<T> => ({
    name: text('desk.label'),
    cell: (row) => <LabelField store={store} type={type} subject={subjectOf(row)} />,
    csv: (row) => store.labels.get(labelKey(type, subjectOf(row)))?.label,
  });
}

const outpoint = ({ utxo }: UtxoRow) => `${utxo.txid}:${utxo.vout}`;

function Utxos({ found, store }: { found: readonly Found[]; store: LabelStore }) {
  const text = useText();
  const { prefix } = usePlace();
  const labelColumn = useLabelColumn(store);
  const utxos = found
    .flatMap(({ address, facts }) => facts.utxos.map((utxo): UtxoRow => ({ utxo, address })))
    .sort((a, b) => b.utxo.value - a.utxo.value);
  return (
    <DeskTable<UtxoRow>
      id="desk-utxos"
      title={text('desk.utxos')}
      none={text('desk.utxos.none')}
      rows={utxos}
      keyOf={outpoint}
      columns={[
        {
          name: text('desk.output'),
          cell: (utxo) => (
            <Hash value={outpoint(utxo)} to={page.output(prefix, utxo.utxo.txid, utxo.utxo.vout)} tail={10} />
          ),
          csv: outpoint,
        },
        {
          name: text('desk.address'),
          cell: ({ address }) => <Hash value={address} to={page.address(prefix, address)} />,
          csv: ({ address }) => address,
        },
        {
          name: text('desk.since'),
          cell: ({ utxo }) => <Since time={utxo.status.block_time} />,
          csv: ({ utxo }) => utxo.status.block_time && isoTime(utxo.status.block_time),
        },
        {
          name: text('desk.amount'),
          isNumber: true,
          cell: ({ utxo }) => <Amount sats={utxo.value} />,
          csv: ({ utxo }) => utxo.value,
        },
        labelColumn('output', outpoint),
      ]}
    />
  );
}

function History({ found, store }: { found: readonly Found[]; store: LabelStore }) {
  const text = useText();
  const { prefix } = usePlace();
  const labelColumn = useLabelColumn(store);
  const history = mergedHistory(found.map(({ facts }) => facts.history));
  return (
    <DeskTable<DeskEntry>
      id="desk-history"
      title={text('desk.history')}
      none={text('desk.history.none')}
      rows={history}
      keyOf={({ txid }) => txid}
      columns={[
        {
          name: text('desk.time'),
          cell: ({ time }) => <Since time={time} />,
          csv: ({ time }) => time && isoTime(time),
        },
        {
          name: text('desk.transaction'),
          cell: ({ txid }) => <Hash value={txid} to={page.tx(prefix, txid)} />,
          csv: ({ txid }) => txid,
        },
        {
          name: text('desk.change'),
          isNumber: true,
          cell: ({ change }) => (
            <span className={change > 0 ? 'gain' : change < 0 ? 'loss' : ''}>
              <Amount sats={change} signed />
            </span>
          ),
          csv: ({ change }) => change,
        },
        labelColumn('tx', ({ txid }) => txid),
      ]}
    />
  );
}

function Addresses({ found, chains, store }: { found: readonly Found[]; chains: readonly Chain[]; store: LabelStore }) {
  const text = useText();
  const { prefix } = usePlace();
  const labelColumn = useLabelColumn(store);
  const addresses = found.toSorted((a, b) => a.chain - b.chain || a.index - b.index);
  const placeOf = ({ chain, index }: Found) => `${chains[chain]?.name ?? ''}/${index}`.replace(/^\//, '');
  return (
    <DeskTable<Found>
      id="desk-addresses"
      title={text('desk.addresses')}
      none={text('desk.addresses.none')}
      rows={addresses}
      keyOf={({ address }) => address}
      columns={[
        { name: text('desk.place'), cell: (row) => <bdi dir="ltr">{placeOf(row)}</bdi>, csv: placeOf },
        {
          name: text('desk.address'),
          cell: ({ address }) => <Hash value={address} to={page.address(prefix, address)} />,
          csv: ({ address }) => address,
        },
        {
          name: text('desk.transactions'),
          isNumber: true,
          cell: ({ facts }) => count(facts.txCount),
          csv: ({ facts }) => facts.txCount,
        },
        {
          name: text('desk.amount'),
          isNumber: true,
          cell: ({ facts }) => <Amount sats={facts.confirmed + facts.pending} />,
          csv: ({ facts }) => facts.confirmed + facts.pending,
        },
        labelColumn('addr', ({ address }) => address),
      ]}
    />
  );
}

/** Shows the confirmation time, or that it is unconfirmed. */
function Since({ time }: { time: number | undefined }) {
  const text = useText();
  return time === undefined ? (
    <span className="badge warn">{text('desk.unconfirmed')}</span>
  ) : (
    <Moment time={time} withAge={false} />
  );
}
