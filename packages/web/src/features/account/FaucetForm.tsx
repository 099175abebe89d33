import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { useFaucetSound } from '../../sound/use-sound.ts';
import { Outcome } from '../../ui/Form.tsx';
import formStyles from '../../ui/form.module.css';
import { Hash } from '../../ui/Hash.tsx';
import { page } from '../../url.ts';
import styles from './account.module.css';
import { solveProof } from './proof-of-work.ts';
import { Field, fieldOf, ServiceForm } from './ServiceForm.tsx';
import { useErrorText, useServices } from './service-client.ts';

/** Answer of the status route; amounts in sats. */
interface Status {
  address?: string;
  min: number;
  max: number;
  code: string;
}

const errors = [
  'faucet_too_soon',
  'faucet_not_available',
  'faucet_not_available_no_utxo',
  'faucet_maximum_reached',
  'faucet_below_minimum',
  'faucet_above_maximum',
  'bad_request',
];

/** Amounts of the buttons, sats. */
const amounts = [5_000, 50_000, 500_000];

function AmountButtons({ limits, onPick }: { limits: Pick<Status, 'min' | 'max'>; onPick(sats: string): void }) {
  return (
    <div className={styles.quick}>
      {amounts
        .filter((amount) => amount >= limits.min && amount <= limits.max)
        .map((amount) => (
          <button key={amount} type="button" className="button" onClick={() => onPick(String(amount))}>
            {`${amount / 1_000}k`}
          </button>
        ))}
    </div>
  );
}

/** Requests test coins. */
export function FaucetForm() {
  const text = useText();
  const call = useServices();
  const { network, label, prefix } = usePlace();
  const errorText = useErrorText();
  const [status, setStatus] = useState<Status | { word: string }>();
  const [sats, setSats] = useState('50000');
  const [txid, setTxid] = useState<string>();
  useFaucetSound(txid);
  useEffect(() => {
    void call<Status>(`/${network}/faucet/status`).then((answer) =>
      setStatus(answer.ok ? answer.body : { word: answer.word }),
    );
  }, [call, network]);
  if (status === undefined) return <p role="status">{text('faucet.loading')}</p>;
  if ('word' in status && (status.word === 'unauthorized' || status.word === 'invalid_user'))
    return (
      <>
        <p>{text('faucet.signIn')}</p>
        <p>
          <Link className={`button ${formStyles.primary}`} to={page.login(prefix)}>
            {text('account.signIn')}
          </Link>
        </p>
      </>
    );
  const limits = 'word' in status ? { min: amounts[0]!, max: amounts[2]! } : status;
  const sentence = (word: string): string | undefined => {
    if (word === 'faucet_address_not_allowed') return text('faucet.own');
    if (!errors.includes(word)) return undefined;
    const values = { min: count(limits.min), max: count(limits.max), network: label };
    return text(`faucet.error.${word}` as TextId, values);
  };
  if ('word' in status) return <Outcome tone="bad">{sentence(status.word) ?? errorText(status.word)}</Outcome>;
  return (
    <>
      {status.code !== 'ok' && <Outcome tone="bad">{sentence(status.code) ?? errorText(status.code)}</Outcome>}
      <ServiceForm<{ txid: string }>
        label={text('faucet.title', { network: label })}
        button={text('faucet.request', { network: label })}
        errorText={sentence}
        send={async (fields) => {
          setTxid(undefined);
          const altcha = await solveProof(call);
          const query = new URLSearchParams({
            address: fieldOf(fields, 'address').trim(),
            sats: fieldOf(fields, 'sats'),
            ...(altcha !== undefined && { altcha }),
          });
          return call(`/${network}/faucet/request?${query.toString()}`);
        }}
        onDone={(paid) => setTxid(paid.txid)}
      >
        <Field
          label={text('faucet.amount')}
          note={text('faucet.limits', { min: count(limits.min), max: count(limits.max) })}
          input={{
            id: 'faucet-sats',
            name: 'sats',
            type: 'number',
            inputMode: 'numeric',
            required: true,
            min: limits.min,
            max: limits.max,
            value: sats,
            onChange: (event) => setSats(event.target.value),
            dir: 'ltr',
          }}
        />
        <AmountButtons limits={limits} onPick={setSats} />
        <Field
          label={text('faucet.address')}
          input={{
            id: 'faucet-address',
            name: 'address',
            required: true,
            maxLength: 120,
            placeholder: network === 'regtest' ? 'bcrt1q...' : 'tb1q...',
            autoComplete: 'off',
            spellCheck: false,
            dir: 'ltr',
          }}
        />
      </ServiceForm>
      {txid !== undefined && (
        <Outcome tone="ok">
          {text('faucet.sent')} <Hash value={txid} to={page.tx(prefix, txid)} />
        </Outcome>
      )}
      {status.address !== undefined && (
        <p className={`quiet ${styles.long}`}>{text('faucet.note', { address: status.address })}</p>
      )}
    </>
  );
}
