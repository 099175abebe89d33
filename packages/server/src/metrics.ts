import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { NetworkRuntime } from './network/runtime/network-runtime.ts';

/** Metrics in Prometheus' text format. */
export interface Metrics {
  readonly registry: Registry;
  observeMempool(network: string, seconds: number): void;
  observeRequest(route: string, status: number, seconds: number): void;
  /** Reads networks and sockets on each scrape. */
  watch(networks: readonly { runtime: Pick<NetworkRuntime, 'context'>; connections(): number }[]): void;
}

/** Creates the metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  // includes event-loop delay: nodejs_eventloop_lag_*
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const mempool = new Histogram({
    name: 'glassblock_pool_view_seconds',
    help: 'Latency of MempoolView calls',
    labelNames: ['network'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'glassblock_http_seconds',
    help: 'Duration of HTTP requests by route',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  return {
    registry,
    observeMempool: (network, seconds) => mempool.observe({ network }, seconds),
    observeRequest: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    watch(networks) {
      const gauge = (name: string, help: string, value: (one: (typeof networks)[number]) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['network'],
          registers: [registry],
          collect() {
            for (const one of networks) this.set({ network: one.runtime.context.network.name }, value(one));
          },
        });
      gauge('glassblock_index_height', 'Height of the index', ({ runtime }) => runtime.context.progress().height ?? -1);
      gauge(
        'glassblock_node_height',
        'Height of the node',
        ({ runtime }) => runtime.context.progress().nodeHeight ?? -1,
      );
      gauge(
        'glassblock_pool_transactions',
        'Transactions in the mempool',
        ({ runtime }) => runtime.context.frame().count,
      );
      gauge('glassblock_sockets', 'Open sockets', ({ connections }) => connections());
    },
  };
}
