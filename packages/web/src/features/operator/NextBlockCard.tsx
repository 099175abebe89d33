import type { StratumJob } from '@glassblock/contract';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { stratumPage } from '../../data/operator/operator-url.ts';
import { foldStratum, previousHash } from '../../data/operator/stratum-view.ts';
import { count } from '../../format/amount.ts';
import { printable } from '../../format/script-text.ts';
import { useFeed } from '../../live/use-feed.ts';
import texts from '../../messages/en.json?operator';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import { Age, Ahead, Amount, Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { expectedAt } from '../block/block-facts.ts';
import { Branches } from './Branches.tsx';
import { LiveOnly } from './LiveOnly.tsx';
import styles from './operator.module.css';

/**
 * Shows the block that a mining pool works on: its newest stratum job.
 * @param props.miningPoolId unique id of the mining pool
 */
export default function NextBlockCard(props: { miningPoolId: number }) {
  return (
    <MoreTexts texts={texts}>
      <NextBlock {...props} />
    </MoreTexts>
  );
}

function NextBlock({ miningPoolId }: { miningPoolId: number }) {
  const text = useText();
  const subscription = useMemo(() => ({ 'track-stratum': miningPoolId }), [miningPoolId]);
  const { value: jobs, connection } = useFeed(subscription, foldStratum);
  const job = jobs?.get(miningPoolId);
  const all = (
    <Link className="more" to={stratumPage}>
      {text('stratum.all')}
    </Link>
  );
  return (
    <Card title={text('stratum.nextBlock')} id="next-block" part="next-block" aside={all}>
      {job === undefined ? (
        <LiveOnly isLoaded={jobs !== undefined} connection={connection} empty={text('stratum.noJob')} />
      ) : (
        <JobFacts job={job} />
      )}
    </Card>
  );
}

function JobFacts({ job }: { job: StratumJob }) {
  const text = useText();
  const { prefix, pace } = usePlace();
  const da = useLive((state) => state.da);
  const previous = previousHash(job);
  const tag = <bdi>{escapeInvisible(printable(job.scriptsig)) || '~'}</bdi>;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label={text('stratum.height')}>
          <span className="figure">{count(job.height)}</span>
        </Fact>
        <Fact label={text('stratum.expected')}>
          <Ahead time={expectedAt(0, job.received, da, pace)} />
        </Fact>
        <Fact label={text('stratum.reward')}>
          <Amount sats={job.reward} />
        </Fact>
        <Fact label={text('stratum.timestamp')}>
          {job.time === '' ? '~' : <Moment time={Number.parseInt(job.time, 16)} withAge={false} />}
        </Fact>
        <Fact label={text('stratum.tag')}>
          {job.coinbase === '' ? tag : <Link to={page.preview(prefix, job.coinbase)}>{tag}</Link>}
        </Fact>
        <Fact label={text('stratum.clean')}>{text(job.cleanJobs ? 'stratum.yes' : 'stratum.no')}</Fact>
        <Fact label={text('stratum.previous')}>
          <Hash value={previous} to={page.block(prefix, previous)} />
        </Fact>
        <Fact label={text('stratum.received')}>
          <Age time={Math.floor(job.received / 1000)} />
        </Fact>
      </dl>
      <h3 className={styles.branchesTitle}>{text('stratum.branches')}</h3>
      <Branches row={{ job, sharedAbove: 0, sharedBelow: 0 }} above="" />
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
