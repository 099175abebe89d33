import type { LightningStat, RankedNode } from '@glassblock/contract';
import { useTimestamp } from '../../../context/zone.ts';
import { count, percent } from '../../../format/amount.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { useIsPriced } from '../../../ui/FiatValue.tsx';
import listStyles from '../../../ui/list.module.css';
import { placeName } from '../../lightning-places/places.ts';
import { CapacityFiat } from '../CapacityFiat.tsx';
import styles from '../lightning.module.css';
import { Capacity, NodeLink } from '../lightning-figures.tsx';

/** Orders of rankings, by the name in their path. */
export type RankingName = 'liquidity' | 'connectivity' | 'oldest';

/** Returns whether a text names a ranking. */
export const isRanking = (name: string | undefined): name is RankingName =>
  name === 'liquidity' || name === 'connectivity' || name === 'oldest';

/** Titles of rankings. */
export const rankingTitles = {
  liquidity: 'lightning.ranking.liquidity',
  connectivity: 'lightning.ranking.connectivity',
  oldest: 'lightning.ranking.oldest',
} as const satisfies Record<RankingName, TextId>;

/**
 * Lists nodes of a ranking. Shares are of the whole network.
 * @param isShort only the figure of the ranking, with its share
 */
export function RankingTable(props: {
  by: RankingName;
  nodes: readonly RankedNode[];
  total: LightningStat | undefined;
  isShort?: boolean;
}) {
  const text = useText();
  const timestamp = useTimestamp();
  const isPriced = useIsPriced();
  const { by, nodes, total, isShort = false } = props;
  const day = (time: number | null) => (time === null || time === 0 ? '–' : timestamp(time).slice(0, 10));
  const hasPlaces = nodes.some(({ iso_code }) => iso_code !== null);
  // on a phone the column of places cuts the aliases
  const isTight = !isShort && by === 'connectivity' && hasPlaces;
  const share = (part: number, whole: number | undefined) =>
    whole !== undefined &&
    whole > 0 && <small className={isTight ? styles.wideOnly : ''}> ({percent((100 * part) / whole, 2)})</small>;
  const capacity = {
    title: text(by === 'liquidity' ? 'lightning.liquidity' : 'lightning.capacity'),
    cell: ({ capacity: sats }: RankedNode) => (
      <>
        <Capacity sats={sats} />
        {share(sats, total?.total_capacity)}
      </>
    ),
  };
  const channels = {
    title: text('lightning.channels'),
    cell: (node: RankedNode) => (
      <span className="figure">
        {count(node.channels)}
        {share(node.channels, total?.channel_count)}
      </span>
    ),
  };
  const firstSeen = {
    title: text('lightning.firstSeen'),
    cell: (node: RankedNode) => <span className="figure">{day(node.firstSeen)}</span>,
  };
  const updated = {
    title: text('lightning.updated'),
    cell: (node: RankedNode) => <span className="figure">{day(node.updatedAt)}</span>,
  };
  const place = {
    title: text('lightning.place'),
    cell: (node: RankedNode) => <Place node={node} />,
  };
  const fiatColumn = {
    title: text('lightning.value'),
    cell: ({ capacity: sats }: RankedNode) => <CapacityFiat sats={sats} />,
  };
  const first = { liquidity: capacity, connectivity: channels, oldest: firstSeen }[by];
  const others = [
    capacity,
    ...(isPriced ? [fiatColumn] : []),
    channels,
    firstSeen,
    updated,
    ...(hasPlaces ? [place] : []),
  ].filter((column) => column !== first);
  const columns = isShort ? [first] : [first, ...others];
  // a phone has no space for the others
  const isAlwaysShown = (title: string) => title === first.title || (by === 'connectivity' && title === place.title);
  const classOf = (title: string) =>
    `${title === place.title ? styles.apart : listStyles.number} ${isAlwaysShown(title) ? '' : styles.wideOnly}`;
  return (
    <table className={`${listStyles.list} ${isShort ? styles.short : styles.ranking}`} data-part="list">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{text('lightning.alias')}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col" className={classOf(title)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nodes.map((node, at) => (
          <tr key={node.publicKey}>
            <td className="figure quiet">{at + 1}</td>
            <td className={styles.nameCell}>
              <NodeLink publicKey={node.publicKey} alias={node.alias} />
            </td>
            {columns.map(({ title, cell }) => (
              <td key={title} className={classOf(title)}>
                {cell(node)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows city and country, on phones the country only. */
function Place({ node: { city, country } }: { node: RankedNode }) {
  const [cityName, countryName] = [placeName(city), placeName(country)];
  if (countryName === '') return cityName || '–';
  return (
    <>
      {cityName !== '' && <span className={styles.city}>{cityName}, </span>}
      {countryName}
    </>
  );
}
