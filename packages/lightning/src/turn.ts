/**
 * Resolves in a later turn of the event loop. Long work awaits it between its parts: reads that are answered from memory
 * do not leave the turn.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
