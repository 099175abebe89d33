import { expect, it } from 'vitest';
import { createOutbox } from '../sending/outbox.ts';
import { recordedSession } from '../testing/recorded-session.ts';
import { createTopics } from '../topics.ts';
import { createStratumTracker } from './stratum.ts';

it('sends new jobs to sessions that follow all mining pools or that one', async () => {
  const job = (miningPool: number) => ({ pool: miningPool, jobId: 'x' }) as never;
  const jobs = new Map([[3, job(3)]]);
  const tracker = createStratumTracker(createTopics(), { jobs: () => jobs });
  const [all, third, none] = [recordedSession(), recordedSession(), recordedSession()];
  expect(tracker.follow(all.session, 'all')).toEqual({ stratumJobs: '{"3":{"pool":3,"jobId":"x"}}' });
  tracker.follow(third.session, 3);
  tracker.follow(none.session, 'all');
  expect(tracker.follow(none.session, undefined)).toEqual({});
  const report = async (miningPool: number) => {
    const outbox = createOutbox();
    tracker.onJob(job(miningPool), outbox);
    await outbox.flush();
    return [all, third, none].map(({ take }) => take().length);
  };
  expect(await report(3)).toEqual([1, 1, 0]);
  expect(await report(4)).toEqual([1, 0, 0]);
  expect(createStratumTracker(createTopics(), undefined).follow(all.session, 'all')).toEqual({});
});
