/** Capacity of the blocks of a Liquid network: 4,000,000 WU each minute, in vB/s. */
export const liquidCapacity = 1_000_000 / 60;
