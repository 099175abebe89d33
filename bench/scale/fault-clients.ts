import type { ComparedRoute, FaultNetwork } from './fault-networks.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends a request. @throws {Error} after the time */
export async function ask(url: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  return { status: response.status, text: await response.text() };
}

/** Requests and failed ones, and the number of each failure. */
export interface LoadCounts {
  requests: number;
  errors: number;
  kinds: Map<string, number>;
}

/**
 * Sends requests as a load balancer does: to ready processes, checked four times per second, otherwise to any running
 * one.
 * @param groups paths by the name under which their requests are counted
 */
export function startLoad(urls: readonly string[], groups: Readonly<Record<string, readonly string[]>>) {
  const [ready, living] = [new Set(urls), new Set(urls)];
  let isStopped = false;
  const newCounts = () =>
    Object.fromEntries(
      Object.keys(groups).map((name): [string, LoadCounts] => [name, { requests: 0, errors: 0, kinds: new Map() }]),
    );
  let counts = newCounts();
  const looking = urls.map(async (url) => {
    while (!isStopped) {
      const [isReady, isLiving] = await Promise.all(
        ['/readyz', '/healthz'].map((path) =>
          ask(url + path, 1_000).then(
            ({ status }) => status === 200,
            () => false,
          ),
        ),
      );
      for (const [set, isIn] of [
        [ready, isReady],
        [living, isLiving],
      ] as const) {
        if (isIn) set.add(url);
        else set.delete(url);
      }
      await pause(250);
    }
  });
  const paths = Object.entries(groups).flatMap(([group, all]) => all.map((path) => ({ group, path })));
  let next = 0;
  const sending = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      const among = [...(ready.size > 0 ? ready : living.size > 0 ? living : urls)];
      const n = next++;
      const [url, { group, path }] = [among[n % among.length]!, paths[n % paths.length]!];
      const result = await ask(url + path, 10_000).then(
        ({ status }) => String(status),
        (error: Error) => error.name,
      );
      const own = counts[group]!;
      own.requests++;
      if (result !== '200') {
        own.errors++;
        const kind = `${result} ${new URL(url).hostname}${path}`;
        own.kinds.set(kind, (own.kinds.get(kind) ?? 0) + 1);
      }
      await pause(50);
    }
  });
  return {
    /** Returns the counts of each group since the last call. */
    take() {
      const taken = counts;
      counts = newCounts();
      return taken;
    },
    async stop() {
      isStopped = true;
      await Promise.all([...looking, ...sending]);
    },
  };
}

/** Block of the tip, and blocks of both chains that are audited. */
interface Position {
  tip: string;
  audited: string;
}

/** Returns where a process is. @param isAudited false: without the audit */
export async function positionOf(url: string, { prefix }: FaultNetwork, isAudited: boolean): Promise<Position> {
  const { text: tip } = await ask(`${url}${prefix}/api/blocks/tip/hash`, 5_000);
  if (!isAudited) return { tip, audited: '' };
  const { status, text } = await ask(`${url}${prefix}/api/glass/v1/liquid/audit`, 10_000);
  if (status !== 200) return { tip, audited: 'none' };
  const { block, parentBlock } = JSON.parse(text) as Record<'block' | 'parentBlock', { hash: string } | null>;
  return { tip, audited: `${block?.hash} ${parentBlock?.hash}` };
}

/**
 * Compares answers with those of the single process: only where both are at the same blocks before and after the answer. Answers that depend on
 * the mempool are repeated up to five times, because a transaction reaches the two processes at different times.
 */
export function startChecker(
  single: string,
  urls: readonly string[],
  network: FaultNetwork,
  say: (line: string) => void,
) {
  let [compared, wrong, skipped, unavailable] = [0, 0, 0, 0];
  let isStopped = false;
  const at = (url: string, path: string) => `${url}${network.prefix}${path}`;
  /** Undefined where the two are not comparable. */
  async function answersOf(url: string, route: ComparedRoute) {
    const positions = () => Promise.all([single, url].map((each) => positionOf(each, network, route.at === 'audit')));
    const before = await positions();
    const [expected, answer] = await Promise.all([single, url].map((each) => ask(at(each, route.path), 10_000)));
    // other errors are counted by the load
    if (answer!.status === 503) unavailable++;
    if (answer!.status >= 500 || expected!.status >= 500) return undefined;
    const all = [...before, ...(await positions())];
    if (all.some(({ tip, audited }) => tip !== all[0]!.tip || audited !== all[0]!.audited)) return undefined;
    const isEqual = answer!.status === expected!.status && answer!.text === expected!.text;
    return { expected: expected!, answer: answer!, isEqual };
  }
  async function compare(url: string, route: ComparedRoute): Promise<void> {
    let found = await answersOf(url, route);
    for (let i = 0; i < 5 && found?.isEqual === false && route.hasMempool; i++) {
      await pause(1_000);
      found = await answersOf(url, route);
    }
    if (found === undefined) return void skipped++;
    compared++;
    if (found.isEqual) return;
    wrong++;
    const [ours, theirs] = [found.answer, found.expected].map(({ status, text }) => `${status} ${text.slice(0, 400)}`);
    say(`wrong: ${at(url, route.path)}\n  ${ours}\n  ${theirs}`);
  }
  const checking = urls.map(async (url, i) => {
    for (let n = i; !isStopped; n++) {
      const routes = network.compared(
        n,
        await positionOf(single, network, false).then(
          ({ tip }) => tip,
          () => '',
        ),
      );
      await compare(url, routes[n % routes.length]!).catch(() => void skipped++);
      await pause(100);
    }
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(checking);
      return { compared, wrong, skipped, unavailable };
    },
  };
}

/** Event streams of a network. */
export type FollowedEvents = ReturnType<typeof followEvents>;

/**
 * Follows the event stream, at another process with the last id whenever it ends.
 * @param prefix path of the network
 */
export function followEvents(urls: readonly string[], prefix: string) {
  const stopping = new AbortController();
  const facts = new Map<string, number>();
  const ids = new Set<string>();
  let [count, gaps, repeated] = [0, 0, 0];
  let last: string | undefined;
  const opened = Promise.withResolvers<void>();
  function receive(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
    const [id, event, data = ''] = [field('id'), field('event'), field('data')];
    if (event === 'gap') gaps++;
    if (id === undefined || event === undefined) return;
    last = id;
    if (event === 'gap') return;
    if (ids.has(id)) repeated++;
    ids.add(id);
    count++;
    const subject = /"(?:txid|hash)":"([0-9a-f]{64})"/.exec(data)?.[1];
    const fact = `${event}${data.includes('"withdrawn":true') ? '-withdrawn' : ''} ${subject}`;
    facts.set(fact, (facts.get(fact) ?? 0) + 1);
  }
  async function follow(url: string): Promise<void> {
    const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
    // a stream without data for this long has lost its connection
    const silent = new AbortController();
    let timer = setTimeout(() => silent.abort(), 20_000);
    try {
      const signal = AbortSignal.any([stopping.signal, silent.signal]);
      const response = await fetch(`${url}${prefix}/api/glass/v1/events`, { headers, signal });
      if (response.status !== 200) return;
      opened.resolve();
      let text = '';
      for await (const part of response.body!) {
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), 20_000);
        text += Buffer.from(part).toString();
        const frames = text.split('\n\n');
        text = frames.pop()!;
        for (const frame of frames) receive(frame);
      }
    } finally {
      clearTimeout(timer);
    }
  }
  void (async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      await follow(urls[n % urls.length]!).catch(() => undefined);
      await pause(250);
    }
  })();
  return {
    /** Resolves when the first stream is open. */
    opened: opened.promise,
    /** Number of each event, by its name and the transaction or block that it is about. */
    facts: facts as ReadonlyMap<string, number>,
    stop() {
      stopping.abort();
      return { count, gaps, repeated };
    },
  };
}
