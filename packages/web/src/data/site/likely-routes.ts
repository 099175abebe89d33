/** Routes that a visitor is likely to open next, each with its parent route: their modules are preloaded. */
export const likelyRoutes: readonly string[] = ['dashboard', 'blocks', 'block', 'tx-texts', 'tx', 'address'];
