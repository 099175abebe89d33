const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function ask(url: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  return { status: response.status, text: await response.text() };
}

/**
 * Sends requests as a load balancer does: to ready processes, checked four times per second, otherwise to any running
 * one.
 */
export function startLoad(urls: readonly string[]) {
  const [ready, living] = [new Set(urls), new Set(urls)];
  let isStopped = false;
  let counts = { requests: 0, errors: 0, kinds: new Map<string, number>() };
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
  const paths = ['/api/blocks/tip/height', '/api/v1/blocks', '/api/mempool', '/api/v1/fees/recommended', '/api/blocks'];
  let next = 0;
  const sending = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      const among = [...(ready.size > 0 ? ready : living.size > 0 ? living : urls)];
      const n = next++;
      const [url, path] = [among[n % among.length]!, paths[n % paths.length]!];
      const result = await ask(url + path, 10_000).then(
        ({ status }) => String(status),
        (error: Error) => error.name,
      );
      counts.requests++;
      if (result !== '200') {
        counts.errors++;
        const kind = `${result} ${new URL(url).hostname}${path}`;
        counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1);
      }
      await pause(50);
    }
  });
  return {
    /** Returns the counts since the last call. */
    take() {
      const taken = counts;
      counts = { requests: 0, errors: 0, kinds: new Map() };
      return taken;
    },
    async stop() {
      isStopped = true;
      await Promise.all([...looking, ...sending]);
    },
  };
}

/**
 * Compares answers with those of the single process: only where both have the same tip before and after the answer. Answers that depend on
 * the mempool are repeated up to five times, because a transaction reaches the two processes at different times.
 */
export function startChecker(
  single: string,
  urls: readonly string[],
  known: () => { txids: readonly string[]; address: string },
  say: (line: string) => void,
) {
  let [compared, wrong, skipped] = [0, 0, 0];
  let isStopped = false;
  const tipOf = async (url: string) => (await ask(`${url}/api/blocks/tip/hash`, 5_000)).text;
  /** Undefined where the two are not comparable. */
  async function answersOf(url: string, path: string) {
    const tip = await tipOf(single);
    if ((await tipOf(url)) !== tip) return undefined;
    const [expected, answer] = await Promise.all([ask(single + path, 10_000), ask(url + path, 10_000)]);
    // errors are counted by the load
    if (answer.status >= 500 || expected.status >= 500) return undefined;
    if ((await tipOf(url)) !== tip || (await tipOf(single)) !== tip) return undefined;
    return { expected, answer, isEqual: answer.status === expected.status && answer.text === expected.text };
  }
  async function compare(url: string, path: string): Promise<void> {
    const ofChain = path.startsWith('/api/block');
    let found = await answersOf(url, path);
    for (let i = 0; i < 5 && found?.isEqual === false && !ofChain; i++) {
      await pause(1_000);
      found = await answersOf(url, path);
    }
    if (found === undefined) return void skipped++;
    compared++;
    if (found.isEqual) return;
    wrong++;
    const [ours, theirs] = [found.answer, found.expected].map(({ status, text }) => `${status} ${text.slice(0, 400)}`);
    say(`wrong: ${url}${path}\n  ${ours}\n  ${theirs}`);
  }
  const checking = urls.map(async (url, i) => {
    for (let n = i; !isStopped; n++) {
      const { txids, address } = known();
      const txid = txids[Math.floor((txids.length * ((n * 7) % 100)) / 100)] ?? '00'.repeat(32);
      const height = 100 + (n % 20);
      const hash = await tipOf(single).catch(() => '');
      const paths = [
        ...['/api/blocks', `/api/block-height/${height}`, `/api/blocks/${height}`],
        ...['', '/txids', '/status', '/txs/0'].map((part) => `/api/block/${hash}${part}`),
        ...['', '/status', '/outspends', '/merkle-proof'].map((part) => `/api/tx/${txid}${part}`),
        ...['', '/txs/chain', '/utxo'].map((part) => `/api/address/${address}${part}`),
        `/api/v1/cpfp/${txid}`,
      ];
      await compare(url, paths[n % paths.length]!).catch(() => void skipped++);
      await pause(100);
    }
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(checking);
      return { compared, wrong, skipped };
    },
  };
}

/** Follows the event stream, at another process with the last id whenever it ends. */
export function followEvents(urls: readonly string[]) {
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
    const fact = `${event} ${subject}`;
    facts.set(fact, (facts.get(fact) ?? 0) + 1);
  }
  async function follow(url: string): Promise<void> {
    const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
    // a stream without data for this long has lost its connection
    const silent = new AbortController();
    let timer = setTimeout(() => silent.abort(), 20_000);
    try {
      const signal = AbortSignal.any([stopping.signal, silent.signal]);
      const response = await fetch(`${url}/api/glass/v1/events`, { headers, signal });
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
