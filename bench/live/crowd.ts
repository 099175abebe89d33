import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Times } from './clock.ts';

/** What one socket of the crowd says. */
export interface CrowdMember {
  /** Frames, as soon as it is connected. */
  says: readonly string[];
  /** One of these each time when a `tx` frame has come. */
  then?: readonly string[];
}

/** Ways in which a frame tells of something that the node has announced by ZMQ. */
export type Way = 'block' | 'newest' | 'address' | 'tx';

export interface CrowdReport {
  /** From the node's message to the frame at each subscribed socket. */
  fromNode: Record<Way, Times>;
  /** From the first socket that got a frame to each other one that got the same bytes. */
  fromFirst: Times;
  frames: number;
  bytes: number;
  /** Sockets that the server has ended. */
  lost: number;
  /** Of the announced transactions, those that a list of the newest ones has shown. */
  shownInLists: number;
}

export type ToCrowd =
  | { type: 'open'; url: string; members: readonly CrowdMember[] }
  | { type: 'begin' }
  | { type: 'report'; announced: readonly (readonly [id: string, ms: number])[] };
export type FromCrowd = { type: 'done' } | { type: 'report'; report: CrowdReport };

/** Many sockets in a process of their own. */
export interface Crowd {
  readonly pid: number;
  open(url: string, members: readonly CrowdMember[]): Promise<void>;
  /** Forgets what has come until now. */
  begin(): Promise<void>;
  /** @param announced  times of the node's messages by txid or block hash, on the clock of the machine */
  report(announced: ReadonlyMap<string, number>): Promise<CrowdReport>;
  stop(): Promise<void>;
}

export function startCrowd(): Crowd {
  const child: ChildProcess = fork(fileURLToPath(new URL('./crowd-process.ts', import.meta.url)), {
    execArgv: ['--max-semi-space-size=32'],
  });
  async function ask(message: ToCrowd): Promise<FromCrowd> {
    const answer = once(child, 'message');
    child.send(message);
    return ((await answer) as [FromCrowd])[0];
  }
  return {
    pid: child.pid!,
    async open(url, members) {
      await ask({ type: 'open', url, members });
    },
    async begin() {
      await ask({ type: 'begin' });
    },
    async report(announced) {
      const answer = await ask({ type: 'report', announced: [...announced] });
      if (answer.type !== 'report') throw new Error('the crowd has nothing to report');
      return answer.report;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
