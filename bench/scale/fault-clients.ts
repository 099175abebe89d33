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
  let counts = { requests: 0, errors: 0 };
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
      const status = await ask(among[n % among.length]! + paths[n % paths.length]!, 10_000).then(
        ({ status }) => status,
        () => 0,
      );
      counts.requests++;
      if (status !== 200) counts.errors++;
      await pause(50);
    }
  });
  return {
    /** Returns the counts since the last call. */
    take() {
      const taken = counts;
      counts = { requests: 0, errors: 0 };
      return taken;
    },
    async stop() {
      isStopped = true;
      await Promise.all([...looking, ...sending]);
    },
  };
}

/**
 * Compares answers that depend on the chain alone with those of the single process: only where both have the same tip before and after the
 * answer, so that every difference is a wrong answer.
 */
export function startChecker(
  single: string,
  urls: readonly string[],
  txids: () => readonly string[],
  say: (line: string) => void,
) {
  let [compared, wrong, skipped] = [0, 0, 0];
  let isStopped = false;
  const tipOf = async (url: string) => (await ask(`${url}/api/blocks/tip/hash`, 5_000)).text;
  async function compare(url: string, path: string): Promise<void> {
    const tip = await tipOf(single);
    if ((await tipOf(url)) !== tip) return void skipped++;
    const [expected, answer] = await Promise.all([ask(single + path, 10_000), ask(url + path, 10_000)]);
    // errors are counted by the load
    if (answer.status >= 500 || expected.status >= 500) return void skipped++;
    if ((await tipOf(url)) !== tip || (await tipOf(single)) !== tip) return void skipped++;
    compared++;
    if (answer.status === expected.status && answer.text === expected.text) return;
    // an unconfirmed transaction reaches the two processes at different times
    if (path.startsWith('/api/tx/')) {
      await pause(2_000);
      const [again, other] = await Promise.all([ask(single + path, 10_000), ask(url + path, 10_000)]);
      if (again.text === other.text || other.status >= 500 || (await tipOf(single)) !== tip) return;
    }
    wrong++;
    say(`wrong: ${url}${path}\n  ${answer.text.slice(0, 300)}\n  ${expected.text.slice(0, 300)}`);
  }
  const checking = urls.map(async (url, i) => {
    for (let n = i; !isStopped; n++) {
      const known = txids();
      const txid = known[Math.floor((known.length * ((n * 7) % 100)) / 100)] ?? '00'.repeat(32);
      const height = 100 + (n % 20);
      const paths = ['/api/blocks', `/api/tx/${txid}/status`, `/api/block-height/${height}`, `/api/blocks/${height}`];
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
  const txids = new Set<string>();
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
    const txid = /"txid":"([0-9a-f]{64})"/.exec(data)?.[1];
    if (event === 'tx-added' && txid !== undefined) txids.add(txid);
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
    stop() {
      stopping.abort();
      return { txids, count, gaps, repeated };
    },
  };
}
