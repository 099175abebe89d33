/** Lets others on the thread have their turn. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
