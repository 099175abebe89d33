/** Mean rate at which transactions arrive, over the last 150 seconds, or since the mempool is in sync. Times are seconds. */
export interface IncomingRate {
  /** Starts measuring: the mempool is in sync. */
  resume(time: number): void;
  /** Stops measuring: the mempool is behind the node. */
  pause(): void;
  add(time: number, vsize: number): void;
  /** vB per second. */
  at(time: number): number;
}

const windowSeconds = 150;
/** Over a shorter time, single transactions would dominate the rate. */
const minSeconds = 15;

/** Creates a meter of incoming vB per second. */
export function createIncomingRate(): IncomingRate {
  /** One entry per second, so that a busy mempool costs no more to sum up. */
  let arrivals: { time: number; vsize: number }[] = [];
  /** Start of the measured time; undefined while not measuring. */
  let since: number | undefined;
  return {
    resume(time) {
      if (since !== undefined) return;
      since = time;
      arrivals = [];
    },
    pause() {
      since = undefined;
    },
    add(time, vsize) {
      const last = arrivals.at(-1);
      if (last?.time === time) last.vsize += vsize;
      else arrivals.push({ time, vsize });
    },
    at(time) {
      arrivals = arrivals.filter((arrival) => arrival.time > time - windowSeconds);
      const sum = arrivals.reduce((total, { vsize }) => total + vsize, 0);
      const measured = since === undefined ? windowSeconds : Math.max(minSeconds, time - since);
      return Math.round(sum / Math.min(windowSeconds, measured));
    },
  };
}
