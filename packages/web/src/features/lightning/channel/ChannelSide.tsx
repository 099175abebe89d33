import type { LightningChannel } from '@glassblock/contract';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import rowsStyles from '../../../ui/rows.module.css';
import { Moment } from '../../../ui/values.tsx';
import styles from '../lightning.module.css';
import { Capacity, FeePpm, Msat, NodeLink } from '../lightning-figures.tsx';

type Side = LightningChannel['node_left'];

/** Shows one side of a channel: its node and its policy. */
export function ChannelSide({ side, number }: { side: Side; number: 1 | 2 }) {
  const text = useText();
  const updated = side.updated_at === null ? undefined : Date.parse(side.updated_at) / 1000;
  return (
    <Card
      title={text('lightning.side', { number })}
      id={`channel-node-${number}`}
      {...(side.is_disabled === 1 && { aside: <Disabled /> })}
    >
      <p className={styles.sideName}>
        <NodeLink publicKey={side.public_key} alias={side.alias} />
      </p>
      <Hash value={side.public_key} copy tail={8} />
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('lightning.channels')}</dt>
          <dd>
            <span className="figure">{count(side.channels ?? 0)}</span>{' '}
            <span className="quiet">
              (<Capacity sats={side.capacity ?? 0} />)
            </span>
          </dd>
        </div>
        <div>
          <dt>{text('lightning.feeRate')}</dt>
          <dd>
            <FeePpm ppm={side.fee_rate} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.baseFee')}</dt>
          <dd className={styles.keyed}>
            {side.base_fee_mtokens === 0 && (
              <span className="badge ok" title={text('lightning.zeroBaseFee.hint')}>
                {text('lightning.zeroBaseFee')}
              </span>
            )}
            {(side.base_fee_mtokens ?? 0) > 0 && (
              <span className="badge bad" title={text('lightning.nonZeroBaseFee.hint')}>
                {text('lightning.nonZeroBaseFee')}
              </span>
            )}
            <Msat msat={side.base_fee_mtokens} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.minHtlc')}</dt>
          <dd>
            <Msat msat={side.min_htlc_mtokens} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.maxHtlc')}</dt>
          <dd>
            <Msat msat={side.max_htlc_mtokens} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.cltv')}</dt>
          <dd className="figure">
            {side.cltv_delta === null ? '–' : text('lightning.blocks', { count: side.cltv_delta })}
          </dd>
        </div>
        <div>
          <dt>{text('lightning.updated')}</dt>
          <dd>{updated === undefined ? '–' : <Moment time={updated} />}</dd>
        </div>
      </dl>
    </Card>
  );
}

function Disabled() {
  const text = useText();
  return <span className="badge warn">{text('lightning.disabled')}</span>;
}
