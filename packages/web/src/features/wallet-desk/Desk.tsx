import { isCoded, networks } from '@glassblock/primitives';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../context/clock.ts';
import { usePlace } from '../../context/site-context.ts';
import { type Text, useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import { descriptorFaults } from '../../wallet/descriptor.ts';
import { type SingleKind, singleKinds } from '../../wallet/extended-key.ts';
import { takePassedInput } from '../../wallet/pending-input.ts';
import { isSecret } from '../../wallet/secret-text.ts';
import { kindNames, readSource, type WalletSource } from '../../wallet/wallet-source.ts';
import { DeskResult } from './DeskResult.tsx';
import styles from './desk.module.css';
import { type Pace, paces } from './use-scan.ts';

const rows = new Map(Object.entries(networks));
const problems = ['nothing', 'secret', 'key', 'shared', 'network', 'checksum', 'descriptor', 'address'] as const;

/** Explains why a text was not recognized. */
function problemText(error: unknown, text: Text, network: string): string {
  if (!isCoded(error)) throw error;
  const name = problems.find((each) => error.code === `desk.${each}`) ?? 'nothing';
  const datum = typeof error.datum === 'string' ? error.datum : '';
  const fault = name === 'descriptor' ? descriptorFaults.find((each) => each === datum) : undefined;
  return text(`desk.problem.${name}`, { network, datum: fault === undefined ? datum : text(`desk.broken.${fault}`) });
}

/** Shows the input for a wallet, and the result. The input is held in this component only. */
export function Desk() {
  const text = useText();
  const { network, label } = usePlace();
  const isReady = useHydrated();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const passed = takePassedInput();
    if (isSecret(passed)) setProblem(text('desk.problem.secret'));
    else if (passed !== '') setTyped(passed);
  }, [text]);
  const [kind, setKind] = useState<SingleKind | 'all'>('all');
  const [pace, setPace] = useState<Pace>('calm');
  const [source, setSource] = useState<WalletSource>();
  const [problem, setProblem] = useState<string>();
  const start = () => {
    const row = rows.get(network);
    if (row === undefined) return;
    try {
      setSource(readSource(typed, kind === 'all' ? [] : [kind], row));
      setProblem(undefined);
      setTyped('');
    } catch (error) {
      setProblem(problemText(error, text, label));
      if (isCoded(error) && error.code === 'desk.secret') setTyped('');
    }
  };
  if (source !== undefined) return <DeskResult source={source} pace={pace} close={() => setSource(undefined)} />;
  return (
    <div className={styles.start}>
      <form
        className={cardStyles.card}
        data-part="card"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div className={formStyles.field} data-part="field">
          <label htmlFor="desk-field">{text('desk.field')}</label>
          {/* no name: it must never be part of a request */}
          <textarea
            id="desk-field"
            className={`form-control ${formStyles.formControl}`}
            rows={6}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-describedby="desk-hint desk-problem"
            aria-invalid={problem !== undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
          />
          <p className="quiet" id="desk-hint">
            {text('desk.hint')}
          </p>
        </div>
        <Choices kind={kind} setKind={setKind} pace={pace} setPace={setPace} />
        <p id="desk-problem" role="status" className="loss">
          {problem}
        </p>
        <p>
          <button type="submit" className={`button ${formStyles.primary}`} data-part="primary" disabled={!isReady}>
            {text('desk.start')}
          </button>
        </p>
      </form>
      <Card title={text('desk.sees.title')} id="desk-sees">
        <ul className={styles.sees} data-cy="desk-sees">
          {(['keys', 'lookups', 'linked', 'live'] as const).map((each) => (
            <li key={each}>{text(`desk.sees.${each}`)}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Chooses the kind of addresses of a single key, and the pace of the lookups. */
function Choices(props: {
  kind: SingleKind | 'all';
  setKind(kind: SingleKind | 'all'): void;
  pace: Pace;
  setPace(pace: Pace): void;
}) {
  const text = useText();
  const { kind, setKind, pace, setPace } = props;
  return (
    <div className={styles.choices}>
      <div className={formStyles.field} data-part="field">
        <label htmlFor="desk-kind">{text('desk.kind')}</label>
        <select
          id="desk-kind"
          className={`form-control ${formStyles.formControl}`}
          value={kind}
          onChange={(event) => setKind(singleKinds.find((each) => each === event.target.value) ?? 'all')}
        >
          <option value="all">{text('desk.kind.all')}</option>
          {singleKinds.map((each) => (
            <option key={each} value={each}>
              {kindNames[each]}
            </option>
          ))}
        </select>
      </div>
      <div className={formStyles.field} data-part="field">
        <label htmlFor="desk-pace">{text('desk.pace')}</label>
        <select
          id="desk-pace"
          className={`form-control ${formStyles.formControl}`}
          value={pace}
          onChange={(event) => setPace(event.target.value in paces ? (event.target.value as Pace) : 'calm')}
        >
          {(Object.keys(paces) as Pace[]).map((each) => (
            <option key={each} value={each}>
              {text(`desk.pace.${each}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
