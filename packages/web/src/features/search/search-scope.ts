/** Where addresses are looked for by their beginning, as texts say it. @param all  of the whole chain (`Site.addressSearch`) */
export const addressSearchScope = (all: boolean | undefined): 'chain' | 'pool' => (all === true ? 'chain' : 'pool');
