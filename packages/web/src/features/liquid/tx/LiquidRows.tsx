import type { Outspend } from '@glassblock/contract';
import type { Issuance, LiquidVin, LiquidVout } from '@glassblock/contract/liquid';
import { use } from 'react';
import { Link } from 'react-router';
import { truncate } from '../../../format/truncate.ts';
import { useText } from '../../../messages/use-text.ts';
import { ArrowIcon } from '../../../ui/icons.tsx';
import { Owner, SourceArrow, SpendMark } from '../../tx-list/io-row.tsx';
import txListStyles from '../../tx-list/tx-list.module.css';
import { liquidPage, parentPage } from '../liquid-url.ts';
import type { Revealed } from '../unblinding/unblind.ts';
import { useLiquid } from '../use-liquid.ts';
import { AssetNamesContext, LiquidAmount } from './LiquidAmount.tsx';
import styles from './liquid-tx.module.css';
import { MissingDepositsContext } from './missing-deposits.ts';
import { ParentAddress, ParentHash } from './ParentLink.tsx';

interface RowProps {
  index: number;
  isMine: boolean;
  /** Undefined unless the link of the page reveals the row. */
  revealed: Revealed | undefined;
}

const rowClass = (isMine: boolean, revealed: Revealed | undefined) =>
  [txListStyles.io, isMine ? `highlight ${txListStyles.highlight}` : '', revealed ? 'assetBox' : ''].join(' ');

/** Shows an input: funding transaction or peg-in, address, amount, and issuance. */
export function LiquidInputRow({ input, index, isMine, revealed }: RowProps & { input: LiquidVin }) {
  const text = useText();
  const site = useLiquid();
  const { prevout, issuance } = input;
  const isMissing = use(MissingDepositsContext).includes(`${input.txid}:${input.vout}`);
  // without a link when it would find nothing
  const deposit = isMissing ? undefined : parentPage.output(site, input.txid, input.vout);
  return (
    <li
      className={rowClass(isMine, revealed)}
      data-part="io"
      data-revealed={revealed !== undefined || undefined}
      id={`vin=${index}`}
    >
      <div className={txListStyles.ioRow}>
        {input.is_pegin ? <PegInArrow href={deposit} index={index} /> : <SourceArrow input={input} index={index} />}
        <span className={txListStyles.ioWho}>
          {input.is_coinbase ? (
            <span className={txListStyles.ioCoinbase}>{text('liquid.coinbase')}</span>
          ) : input.is_pegin ? (
            <>
              <span className={txListStyles.ioCoinbase}>{text('liquid.pegIn')}</span>
              <ParentHash value={input.txid} href={deposit} />
              {isMissing && <span className="bad">{text('liquid.proof.noDeposit')}</span>}
            </>
          ) : prevout === null && issuance !== undefined ? (
            <span className={txListStyles.ioCoinbase}>{text('liquid.issuance')}</span>
          ) : (
            <Owner output={prevout} />
          )}
        </span>
        <span className={txListStyles.ioAmount}>{prevout !== null && <LiquidAmount held={revealed ?? prevout} />}</span>
      </div>
      {issuance !== undefined && <Issued issuance={issuance} />}
    </li>
  );
}

/** Shows asset and amount of an issuance. */
function Issued({ issuance }: { issuance: Issuance }) {
  const text = useText();
  const names = use(AssetNamesContext);
  const { asset_id: id, assetamount, tokenamount, tokenamountcommitment } = issuance;
  const hasToken = (tokenamount ?? 0) > 0 || tokenamountcommitment !== undefined;
  return (
    <div className={styles.issued} data-part="issued">
      <span className="badge info">{text(issuance.is_reissuance ? 'liquid.reissuance' : 'liquid.issuance')}</span>
      <span>
        {names[id]?.name ?? text('liquid.asset.title')} <IdLink id={id} to={liquidPage.asset(id)} />
      </span>
      <LiquidAmount held={{ value: assetamount, asset: id }} />
      {hasToken && (
        <span className="quiet">
          {tokenamount === undefined
            ? text('liquid.tokensConfidential')
            : text('liquid.tokens', { count: tokenamount })}
        </span>
      )}
    </div>
  );
}

function PegInArrow({ href, index }: { href: string | undefined; index: number }) {
  const text = useText();
  const className = `${txListStyles.ioArrow} ${href === undefined ? txListStyles.none : styles.parent}`;
  if (href === undefined)
    return (
      <span className={className} data-part="io-arrow">
        <ArrowIcon />
      </span>
    );
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener"
      data-part="io-arrow"
      title={text('liquid.fundingTx')}
      aria-label={`${text('liquid.fundingTx')}, #${index}`}
    >
      <ArrowIcon />
    </a>
  );
}

/** Shows an output: address, fee or peg-out, amount, and whether it is spent. */
export function LiquidOutputRow(props: RowProps & { output: LiquidVout; outspend: Outspend | undefined }) {
  const { output, index, isMine, revealed, outspend } = props;
  const isFee = output.scriptpubkey_type === 'fee';
  return (
    <li
      className={rowClass(isMine, revealed)}
      data-part="io"
      data-revealed={revealed !== undefined || undefined}
      id={`vout=${index}`}
    >
      <div className={txListStyles.ioRow}>
        <span className={txListStyles.ioWho}>
          <Receiver output={output} />
        </span>
        <span className={txListStyles.ioAmount}>
          <LiquidAmount held={revealed ?? output} />
        </span>
        <SpendMark
          type={isFee || output.pegout !== undefined ? 'op_return' : output.scriptpubkey_type}
          index={index}
          {...(outspend && { outspend })}
        />
      </div>
    </li>
  );
}

function Receiver({ output }: { output: LiquidVout }) {
  const text = useText();
  const { pegout } = output;
  if (pegout !== undefined) {
    return (
      <>
        <span className={txListStyles.ioCoinbase}>{text('liquid.pegOutTo')}</span>{' '}
        <ParentAddress value={pegout.scriptpubkey_address ?? pegout.scriptpubkey} />
      </>
    );
  }
  if (output.scriptpubkey_type === 'fee') return <span className="quiet">{text('liquid.txFee')}</span>;
  return <Owner output={output} />;
}

/** Links a page by an identifier, of which it shows both ends. */
export const IdLink = ({ id, to }: { id: string; to: string }) => (
  <Link to={to} title={id} className={styles.id}>
    {truncate(id)}
  </Link>
);
