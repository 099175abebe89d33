import type { Faults } from './faults.ts';
import { createLndServer, type LndServer, type LndServerOptions } from './lightning/lnd-server.ts';
import type { Profile } from './profiles.ts';
import { createHttpServer } from './rpc/http-server.ts';
import { answerRest } from './rpc/rest.ts';
import type { RpcContext } from './rpc/rpc-context.ts';
import { callMethod } from './rpc/rpc-methods.ts';
import { createZmqPublisher } from './rpc/zmq-publisher.ts';
import type { NodeState } from './state/node-state.ts';

/** The servers of a simulated node: RPC and REST, ZMQ, and a simulated lnd. They keep their ports when opened again. */
export interface NodeServers {
  /** `http://user:password@host:port`, once open. */
  readonly rpcUrl: string;
  /** Address of all ZMQ topics. */
  readonly zmqUrl: string;
  /** `http://host:port` of the simulated lnd; undefined without a Lightning network. */
  readonly lndUrl: string | undefined;
  readonly isOpen: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Data sources of the servers, and their addresses. */
export interface NodeServersOptions {
  node: NodeState;
  profile: Profile;
  faults: Faults;
  host: string;
  user: string;
  password: string;
  /** 0: a free port. */
  rpcPort: number;
  /** Unix seconds. */
  now: () => number;
  /** Runs a command of the simulated node. */
  command: RpcContext['command'];
  lightning: Pick<LndServerOptions, 'nodes' | 'course'> | undefined;
}

/** Creates the servers, which do not listen yet. */
export function createNodeServers(options: NodeServersOptions): NodeServers {
  const { node, profile, faults, host, user, password, now, command, lightning } = options;
  let { rpcPort } = options;
  let zmqPort = 0;
  let lndPort = 0;
  let isOpen = false;
  let startedAt = now();
  let lnd: LndServer | undefined;
  const zmq = createZmqPublisher(host);
  node.listen((event) => zmq.publish(event));

  const context: RpcContext = {
    node,
    profile,
    faults,
    now,
    zmqAddress: () => (isOpen ? `tcp://${host}:${zmqPort}` : ''),
    uptime: () => Math.max(0, now() - startedAt),
    command,
  };
  const http = createHttpServer({
    host,
    user,
    password,
    answers: {
      faults,
      rest: (path, query) => answerRest(path, query, context),
      call: (method, params) => callMethod(method, params, context),
    },
  });

  return {
    get rpcUrl() {
      return `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${rpcPort}`;
    },
    get zmqUrl() {
      return `tcp://${host}:${zmqPort}`;
    },
    get lndUrl() {
      return lnd === undefined ? undefined : `http://${host}:${lndPort}`;
    },
    get isOpen() {
      return isOpen;
    },
    async open() {
      zmqPort = await zmq.open(zmqPort);
      isOpen = true;
      rpcPort = await http.open(rpcPort);
      if (lightning !== undefined) {
        const height = () => node.chain.height;
        lnd = createLndServer({ ...lightning, network: node.network.name, height, startTime: now() });
        lndPort = await lnd.open(host, lndPort);
      }
      startedAt = now();
    },
    async close() {
      await http.close();
      await lnd?.close();
      isOpen = false;
      await zmq.close();
    },
  };
}
