import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import foldStyles from '../../ui/fold.module.css';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { useNearViewport } from '../../ui/hooks/use-near-viewport.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import listStyles from '../../ui/list.module.css';
import { TableScroll } from '../../ui/TableScroll.tsx';
import lightningStyles from '../lightning/lightning.module.css';
import { Capacity, NodeLink } from '../lightning/lightning-figures.tsx';
import { lightningPage } from '../lightning/lightning-url.ts';
import type { MapSource } from './map-data.ts';
import type { MapNode, MapScene } from './map-scene.ts';
import styles from './world-map.module.css';

const WorldMap = lazyComponent(() => import('./WorldMap.tsx'));

/** Shows a map with its nodes as a table; its data is loaded when it comes near the viewport. */
export function MapCard(props: {
  id: string;
  title: string;
  source: MapSource;
  aside?: React.ReactNode;
  isFitted?: boolean;
  /** Text shown in place of an empty map. */
  empty?: React.ReactNode;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { id, title, source, aside, isFitted = false, empty } = props;
  const [isNear, setNear] = useState(false);
  const ref = useNearViewport<HTMLDivElement>(!isNear, () => setNear(true));
  const { data, error, retry } = useAnswer(isNear ? source.key : undefined, () => source.load());
  const isEmpty = data !== undefined && data.nodes.length === 0 && data.lines.length === 0;
  return (
    <Card title={title} id={id} aside={aside}>
      <div ref={ref}>
        <noscript>
          <p className="quiet">
            {text('lightning.map.noScript')}{' '}
            <Link to={lightningPage.countries(prefix)}>{text('lightning.countries')}</Link>
          </p>
        </noscript>
        {error !== undefined && (
          <p className="quiet" role="status">
            {text('lightning.map.failed')}{' '}
            <button type="button" className="link-button" onClick={retry}>
              {text('error.retry')}
            </button>
          </p>
        )}
        {data === undefined && error === undefined && (
          <div className={`${styles.wait} js-only quiet`} role="status">
            {text('lightning.map.loading')}
          </div>
        )}
        {isEmpty && <div className="quiet">{empty ?? text('lightning.map.empty')}</div>}
        {data !== undefined && !isEmpty && (
          <>
            <Suspense fallback={<div className={styles.wait} />}>
              <WorldMap scene={data} isFitted={isFitted} key={source.key} />
            </Suspense>
            <MapTable scene={data} />
          </>
        )}
      </div>
    </Card>
  );
}

const rowsPerStep = 50;

/** Lists the nodes of a map, largest first. */
function MapTable({ scene: { nodes, lines } }: { scene: MapScene }) {
  const text = useText();
  const [shown, setShown] = useState(rowsPerStep);
  const hasCapacity = nodes.some(({ sats }) => sats > 0);
  const title =
    lines.length === 0
      ? text('lightning.map.tableOfNodes', { nodes: nodes.length, number: count(nodes.length) })
      : text('lightning.map.table', { nodes: nodes.length, channels: lines.length });
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{title}</summary>
      <TableScroll label={title}>
        <table className={listStyles.list}>
          <thead>
            <tr>
              <th scope="col">{text('lightning.alias')}</th>
              <th scope="col">{text('lightning.place')}</th>
              {hasCapacity && (
                <th scope="col" className={listStyles.number}>
                  {text('lightning.capacity')}
                </th>
              )}
              <th scope="col" className={listStyles.number}>
                {text('lightning.channels')}
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes
              .slice(-shown)
              .toReversed()
              .map((node) => (
                <tr key={node.publicKey}>
                  <td className={lightningStyles.nameCell}>
                    <NodeLink publicKey={node.publicKey} alias={node.alias} />
                  </td>
                  <td>{placeCell(node)}</td>
                  {hasCapacity && (
                    <td className={listStyles.number}>
                      <Capacity sats={node.sats} />
                    </td>
                  )}
                  <td className={`${listStyles.number} figure`}>{count(node.channels)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </TableScroll>
      {nodes.length > shown && (
        <button type="button" onClick={() => setShown(shown + rowsPerStep)}>
          {text('lightning.map.more', { count: count(nodes.length - shown) })}
        </button>
      )}
    </details>
  );
}

const placeCell = ({ place, at: [longitude, latitude] }: MapNode): string =>
  place !== ''
    ? place
    : `${Math.abs(latitude).toFixed(1)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(1)}° ${longitude < 0 ? 'W' : 'E'}`;
