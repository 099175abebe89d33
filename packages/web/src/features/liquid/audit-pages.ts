/** Returns whether a network has pages about pegs and the federation: Liquid Testnet has no federation's wallet. */
export const hasAuditPages = (network: string): boolean => network !== 'liquidtestnet';
