/**
 * A process with hostile clients, started by `hostile.ts` with the server's URL and txids as arguments. It runs until
 * it is stopped, and then reports the outcome per kind of attack.
 */
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { seededRandom } from '@glassblock/primitives';
import { pause } from './clock.ts';
import { receiverAddress } from './payments.ts';
import { clientFrame, openRawSocket, type RawSocket } from './raw-socket.ts';

/** Outcome of one kind of attack. */
export interface AttackReport {
  opened: number;
  /** Connections refused during the handshake. */
  refused: number;
  /** Connections closed by the server, by close code (`none` without one). */
  ended: Record<string, number>;
  /** Connections still open at the end. */
  open: number;
}

/**
 * Runs one hostile client.
 * @returns when its work is done; the connection stays open
 */
interface Attack {
  name: string;
  clients: number;
  /** Whether disconnected clients reconnect. */
  returns: boolean;
  answersPings: boolean;
  act(socket: RawSocket, isOpen: () => boolean): Promise<void>;
}

// Lowest priority: the attack must not work by starving the server of CPU time.
setPriority(19);
const url = process.argv[2]!;
const txids = process.argv[3]!.split(',');
const random = seededRandom(3);
const below = (n: number) => Math.floor(random() * n);
const reports = new Map<string, AttackReport>();
/** Just below the flood limit of 100 frames in 10 seconds. */
const allowedPauseMs = 110;
const opcodes = { text: 1, ping: 9 };

const addresses = (count: number) => Array.from({ length: count }, (_, n) => receiverAddress(n));
const everything = JSON.stringify({
  action: 'want',
  data: ['blocks', 'stats', 'mempool-blocks', 'live-2h-chart', 'tomahawk'],
  'track-mempool-block': 0,
  'track-mempool': true,
  'track-mempool-txids': true,
  'track-rbf': 'all',
  'track-rbf-summary': true,
});

/** Sends a message repeatedly, as often as the flood limit allows. */
const steadily = (text: () => string) => async (socket: RawSocket, isOpen: () => boolean) => {
  while (isOpen()) {
    socket.send(text());
    await pause(allowedPauseMs);
  }
};

const keys = [
  'action',
  'data',
  'track-tx',
  'track-txs',
  'track-address',
  'track-addresses',
  'historicalDate',
  '__proto__',
];
const oddKeys = ['constructor', 'track-everything', '', 'toString', '\u0000', 'x'.repeat(500)];
const values = [
  null,
  true,
  -1,
  1e308,
  '',
  'x'.repeat(5_000),
  [],
  [[[]]],
  {},
  { length: 5 },
  ['__proto__'],
  [null, {}, 7],
];
const nonsense = () => {
  const all = [...keys.filter((key) => key !== 'track-txs'), ...oddKeys];
  const members = Array.from(
    { length: 1 + below(5) },
    () => [all[below(all.length)]!, values[below(values.length)]] as const,
  );
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
};

const tenThousandAddresses = addresses(10_000);
const tenThousand = JSON.stringify({ 'track-addresses': tenThousandAddresses });
/** The maximum that fits into a frame; more than the limit of tracked addresses. */
const thousand = JSON.stringify({ 'track-addresses': tenThousandAddresses.slice(0, 740) });
const hundredAddresses = () => {
  const first = below(2_000);
  return JSON.stringify({ 'track-addresses': tenThousandAddresses.slice(first, first + 100) });
};
const hundredTxs = () => JSON.stringify({ 'track-txs': Array.from({ length: 100 }, () => txids[below(txids.length)]) });

const attacks: readonly Attack[] = [
  {
    name: 'flood of commands',
    clients: 40,
    returns: true,
    answersPings: true,
    async act(socket) {
      const frame = clientFrame(opcodes.text, Buffer.from(JSON.stringify({ 'track-tx': txids[below(txids.length)] })));
      socket.tcp.write(Buffer.concat(Array.from({ length: 5_000 }, () => frame)));
    },
  },
  {
    name: 'flood of WebSocket pings',
    clients: 10,
    returns: true,
    answersPings: true,
    async act(socket, isOpen) {
      const pings = Buffer.concat(Array.from({ length: 1_000 }, () => clientFrame(opcodes.ping, Buffer.alloc(100))));
      while (isOpen()) {
        if (socket.tcp.writableLength < 1e6) socket.tcp.write(pings);
        await pause(100);
      }
    },
  },
  {
    name: 'frames of a megabyte',
    clients: 20,
    returns: true,
    answersPings: true,
    async act(socket) {
      socket.send(JSON.stringify({ 'track-tx': 'x'.repeat(1_000_000) }));
    },
  },
  {
    name: 'ten thousand addresses in a command',
    clients: 10,
    returns: true,
    answersPings: true,
    act: async (socket) => socket.send(tenThousand),
  },
  {
    name: 'more addresses than allowed, in the largest frames',
    clients: 20,
    returns: true,
    answersPings: true,
    act: steadily(() => thousand),
  },
  {
    name: 'a hundred other addresses each time',
    clients: 20,
    returns: true,
    answersPings: true,
    act: steadily(hundredAddresses),
  },
  {
    name: 'a hundred other transactions each time',
    clients: 20,
    returns: true,
    answersPings: true,
    act: steadily(hundredTxs),
  },
  { name: 'unknown keys and wrong types', clients: 20, returns: true, answersPings: true, act: steadily(nonsense) },
  {
    name: 'bytes that are no frames',
    clients: 20,
    returns: true,
    answersPings: true,
    act: async (socket) => void socket.tcp.write(Buffer.from(Array.from({ length: 1_000 }, () => below(256)))),
  },
  {
    name: 'half-open: subscribes to everything, then stops responding',
    clients: 500,
    returns: false,
    answersPings: false,
    act: async (socket) => socket.send(everything),
  },
  {
    name: 'never reads its answers',
    clients: 200,
    returns: true,
    answersPings: true,
    async act(socket) {
      socket.send(everything);
      socket.tcp.pause();
    },
  },
  {
    name: 'never reads and keeps sending commands',
    clients: 100,
    returns: true,
    answersPings: true,
    async act(socket, isOpen) {
      socket.tcp.pause();
      // This answer is computed per client.
      await steadily(() => `{"refresh-blocks":true,"historicalDate":null,"action":"init"}`)(socket, isOpen);
    },
  },
  {
    name: 'connects and disconnects',
    clients: 20,
    returns: true,
    answersPings: true,
    async act(socket) {
      socket.send(everything);
      await pause(below(50));
      socket.tcp.resetAndDestroy();
    },
  },
];

async function live(attack: Attack, report: AttackReport): Promise<void> {
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let isOpen = true;
  try {
    const socket = await openRawSocket(url, {
      frame: () => undefined,
      closed(code) {
        isOpen = false;
        report.open--;
        const key = code === undefined ? 'none' : String(code);
        report.ended[key] = (report.ended[key] ?? 0) + 1;
        ended();
      },
      answersPings: attack.answersPings,
    });
    report.opened++;
    report.open++;
    // A paused connection notices its end only when it writes.
    const watch = setInterval(
      () => isOpen && socket.tcp.isPaused() && socket.tcp.write(clientFrame(10, Buffer.alloc(0))),
      2_000,
    );
    await attack.act(socket, () => isOpen);
    await end;
    clearInterval(watch);
  } catch {
    report.refused++;
    await pause(100);
  }
}

/** Opens connections that never complete their request. */
function holdOpenRequests(count: number, report: AttackReport): void {
  const { hostname, port } = new URL(url);
  for (let i = 0; i < count; i++) {
    const tcp = connect(Number(port), hostname, () => {
      report.opened++;
      report.open++;
      tcp.write('GET /api/v1/ws HTTP/1.1\r\nHost: x\r\n');
    });
    tcp.on('error', () => undefined);
    tcp.resume();
    tcp.on('close', () => {
      report.open--;
      report.ended['none'] = (report.ended['none'] ?? 0) + 1;
    });
  }
}

const reportOf = (name: string): AttackReport => {
  const report: AttackReport = { opened: 0, refused: 0, ended: {}, open: 0 };
  reports.set(name, report);
  return report;
};

for (const attack of attacks) {
  const report = reportOf(attack.name);
  for (let i = 0; i < attack.clients; i++) {
    void (async () => {
      do await live(attack, report);
      while (attack.returns);
    })();
  }
}
holdOpenRequests(200, reportOf('requests that never end'));

process.on('message', () => {
  process.send!([...reports], () => process.exit());
});
process.on('disconnect', () => process.exit());
