/**
 * Returns the scope of the address search, for messages.
 * @param all whole chain (`Site.addressSearch`)
 */
export const addressSearchScope = (all: boolean | undefined): 'chain' | 'mempool' =>
  all === true ? 'chain' : 'mempool';
