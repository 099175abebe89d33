import type { LightningNode, NodeAddressPlaces } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { count } from '../../../format/amount.ts';
import { flagOf } from '../../../format/flag.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import answersStyles from '../../../ui/answers.module.css';
import { Card } from '../../../ui/Card.tsx';
import foldStyles from '../../../ui/fold.module.css';
import rowsStyles from '../../../ui/rows.module.css';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { Moment } from '../../../ui/values.tsx';
import { placeWords } from '../../lightning-places/places.ts';
import { CapacityAnswer } from '../CapacityAnswer.tsx';
import styles from '../lightning.module.css';
import { lightningPage } from '../lightning-url.ts';
import { AddressTools } from './AddressTools.tsx';
import { LiquidityAd } from './LiquidityAd.tsx';
import { reachOf, socketsOf, socketType } from './sockets.ts';

const reachTexts = {
  tor: 'lightning.reach.tor',
  clearnet: 'lightning.reach.clearnet',
  both: 'lightning.reach.both',
  none: 'lightning.reach.none',
} as const satisfies Record<ReturnType<typeof reachOf>, TextId>;

const kilometersPerMile = 1.609344;

/** Shows capacity, channels and mean channel size of a node. */
export function NodeFigures({ node }: { node: LightningNode }) {
  const text = useText();
  const capacity = Number(node.capacity);
  const mean = node.active_channel_count === 0 ? 0 : Math.round(capacity / node.active_channel_count);
  return (
    <div className={`${answersStyles.answers} ${styles.topLine}`} data-part="answers">
      <CapacityAnswer label={text('lightning.activeCapacity')} sats={capacity} digits={[8, 8]} />
      <p className={answersStyles.answer}>
        <span className="quiet">{text('lightning.activeChannels')}</span>
        <strong className="figure">{count(node.active_channel_count)}</strong>
      </p>
      <CapacityAnswer label={text('lightning.meanChannel')} sats={mean} />
    </div>
  );
}

/** Shows the announcement of a node. @param distanceKm mean distance of both ends of its channels */
export function NodeFacts({ node, distanceKm }: { node: LightningNode; distanceKm: number | null }) {
  const text = useText();
  const sockets = socketsOf(node.sockets);
  return (
    <Card title={text('lightning.details')} id="node-details" className={styles.facts}>
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        <div>
          <dt>{text('lightning.firstSeen')}</dt>
          <dd>{node.first_seen === 0 ? '–' : <Moment time={node.first_seen} />}</dd>
        </div>
        <div>
          <dt>{text('lightning.updated')}</dt>
          <dd>{node.updated_at === null ? '–' : <Moment time={node.updated_at} />}</dd>
        </div>
        <div>
          <dt>{text('lightning.reach')}</dt>
          <dd>{text(reachTexts[reachOf(sockets)])}</dd>
        </div>
        <div>
          <dt>{text('lightning.place')}</dt>
          <dd>
            <NodePlace node={node} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.isp')}</dt>
          <dd>
            <NodeProvider node={node} isTor={reachOf(sockets) === 'tor'} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.color')}</dt>
          <dd className={styles.keyed}>
            <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" focusable="false">
              <rect width="12" height="12" rx="3" fill={node.color} />
            </svg>
            <span className="figure">{node.color}</span>
          </dd>
        </div>
        {distanceKm !== null && (
          <div>
            <dt>{text('lightning.distance')}</dt>
            <dd className="figure">
              {text('lightning.distance.value', {
                km: count(Math.round(distanceKm)),
                miles: count(Math.round(distanceKm / kilometersPerMile)),
              })}
            </dd>
          </div>
        )}
        <div>
          <dt>{text('lightning.openChannels')}</dt>
          <dd className="figure">{count(node.opened_channel_count)}</dd>
        </div>
        <div>
          <dt>{text('lightning.closedChannels')}</dt>
          <dd className="figure">{count(node.closed_channel_count)}</dd>
        </div>
      </dl>
      <NodeFeatures node={node} />
      <LiquidityAd records={node.custom_records} />
      <NodeRecords records={node.custom_records} />
    </Card>
  );
}

function NodePlace({ node }: { node: LightningNode }) {
  const text = useText();
  const { prefix } = usePlace();
  const words = placeWords(node);
  if (words === '') return <span className="quiet">{text('lightning.place.unknown')}</span>;
  if (node.iso_code === null) return words;
  return (
    <Link to={lightningPage.country(prefix, node.iso_code.toLowerCase())}>
      {words} {flagOf(node.iso_code)}
    </Link>
  );
}

function NodeProvider({ node: { as_number, as_organization }, isTor }: { node: LightningNode; isTor: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  if (isTor) return <span className="badge off">{text('lightning.isp.tor')}</span>;
  if (as_number === null) return <span className="quiet">{as_organization ?? text('lightning.place.unknown')}</span>;
  return (
    <Link to={lightningPage.isp(prefix, String(as_number))}>
      <bdi>{as_organization}</bdi> [ASN {as_number}]
    </Link>
  );
}

/** Lists the addresses at which peers can connect, each with the key of the node. */
export function NodeAddresses({ node, places }: { node: LightningNode; places: NodeAddressPlaces }) {
  const text = useText();
  const sockets = socketsOf(node.sockets);
  return (
    <Card title={text('lightning.connect')} id="node-connect">
      {sockets.length === 0 && <p className="quiet">{text('lightning.connect.none')}</p>}
      <ul className={styles.sockets}>
        {sockets.map((socket) => {
          const place = places.find((each) => each.socket === socket);
          const words = place === undefined ? '' : placeWords(place);
          return (
            <li key={socket}>
              <span className="badge off">{text(`lightning.socket.${socketType(socket)}`)}</span>
              <span>
                <code className="code">
                  <span className="quiet">{node.public_key}@</span>
                  {socket}
                </code>
                {words !== '' && (
                  <span className={`${styles.socketPlace} quiet`}>
                    {words}
                    {place?.isp && ` · ${place.isp}`}
                  </span>
                )}
              </span>
              <AddressTools publicKey={node.public_key} socket={socket} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function NodeFeatures({ node: { features, featuresBits } }: { node: LightningNode }) {
  const text = useText();
  if (features === null || featuresBits === null) return null;
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{text('lightning.features', { count: features.length })}</summary>
      <TableScroll label={text('lightning.features', { count: features.length })}>
        <table className={styles.plain}>
          <thead>
            <tr>
              <th scope="col">{text('lightning.feature.bit')}</th>
              <th scope="col">{text('lightning.feature.name')}</th>
              <th scope="col">{text('lightning.feature.required')}</th>
            </tr>
          </thead>
          <tbody>
            {features.map(({ bit, name, is_required }) => (
              <tr key={bit}>
                <td className="figure">{bit}</td>
                <td>{name}</td>
                <td>{text(is_required ? 'lightning.yes' : 'lightning.no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="quiet">{text('lightning.feature.raw')}</p>
      <p className="code">{featuresBits}</p>
    </details>
  );
}

function NodeRecords({ records }: { records: LightningNode['custom_records'] }) {
  const text = useText();
  const rows = Object.entries(records);
  if (rows.length === 0) return null;
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{text('lightning.records', { count: rows.length })}</summary>
      <TableScroll label={text('lightning.records', { count: rows.length })}>
        <table className={styles.plain}>
          <thead>
            <tr>
              <th scope="col">{text('lightning.record.type')}</th>
              <th scope="col">{text('lightning.record.payload')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([type, payload]) => (
              <tr key={type}>
                <td className="figure">{type}</td>
                <td className="code">{payload}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}
