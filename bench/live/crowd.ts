import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Times } from './clock.ts';

/** Messages of one socket of the crowd. */
export interface CrowdMember {
  /** Frames sent after connecting. */
  sends: readonly string[];
  /** One of these is sent after each `tx` frame. */
  then?: readonly string[];
}

/** Kinds of frames that show something announced by ZMQ. */
export type Way = 'block' | 'newest' | 'address' | 'tx';

/** Measurements of a crowd. */
export interface CrowdReport {
  /** From the node's message to the frame at each subscribed socket. */
  fromNode: Record<Way, Times>;
  /** From the first socket that received a frame to each other one that received the same bytes. */
  fromFirst: Times;
  frames: number;
  bytes: number;
  /** Sockets closed by the server. */
  lost: number;
  /** Announced transactions that appeared in a list of newest transactions. */
  shownInLists: number;
}

/** Message to the child process. */
export type ToCrowd =
  | { type: 'open'; url: string; members: readonly CrowdMember[] }
  | { type: 'begin' }
  | { type: 'report'; announced: readonly (readonly [id: string, ms: number])[] };
/** Message from the child process. */
export type FromCrowd = { type: 'done' } | { type: 'report'; report: CrowdReport };

/** Many sockets in their own process. */
export interface Crowd {
  readonly pid: number;
  open(url: string, members: readonly CrowdMember[]): Promise<void>;
  /** Discards the measurements so far. */
  begin(): Promise<void>;
  /** @param announced times of the node's messages by txid or block hash, in `machineMs` */
  report(announced: ReadonlyMap<string, number>): Promise<CrowdReport>;
  stop(): Promise<void>;
}

/** Starts the child process. */
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
      if (answer.type !== 'report') throw new Error('the crowd has no measurements');
      return answer.report;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
