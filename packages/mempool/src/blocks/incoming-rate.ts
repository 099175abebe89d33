/** Mean rate at which transactions arrive, over the last 150 seconds. */
export interface IncomingRate {
  add(time: number, vsize: number): void;
  /** vB per second. */
  at(time: number): number;
}

const windowSeconds = 150;

/** Creates a meter of incoming vB per second. */
export function createIncomingRate(): IncomingRate {
  let arrivals: { time: number; vsize: number }[] = [];
  return {
    add(time, vsize) {
      arrivals.push({ time, vsize });
    },
    at(time) {
      arrivals = arrivals.filter((arrival) => arrival.time > time - windowSeconds);
      const sum = arrivals.reduce((total, { vsize }) => total + vsize, 0);
      return Math.round(sum / windowSeconds);
    },
  };
}
