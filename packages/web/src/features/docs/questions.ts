/** Questions by subject; each is an anchor of the page. */
export const questions = [
  {
    of: 'basics',
    ids: [
      'what-is-a-mempool',
      'what-is-a-mempool-explorer',
      'what-is-a-blockchain',
      'what-is-a-block-explorer',
      'what-is-mining',
      'what-are-mining-pools',
    ],
  },
  { of: 'units', ids: ['what-are-vb-wu', 'what-is-svb'] },
  {
    of: 'stuck',
    ids: [
      'why-is-transaction-stuck-in-mempool',
      'how-to-get-transaction-confirmed-quickly',
      'how-prevent-stuck-transaction',
    ],
  },
  {
    of: 'using',
    ids: [
      'looking-up-transactions',
      'looking-up-addresses',
      'looking-up-blocks',
      'looking-up-fee-estimates',
      'looking-up-historical-trends',
    ],
  },
  {
    of: 'advanced',
    ids: [
      'what-is-full-mempool',
      'what-is-memory-usage',
      'why-empty-blocks',
      'why-block-timestamps-dont-always-increase',
      'why-dont-fee-ranges-match',
      'how-do-block-audits-work',
      'what-is-block-health',
      'how-do-block-filters-work',
      'what-are-sigops',
      'what-is-adjusted-vsize',
      'why-do-the-projected-block-fee-ranges-overlap',
      'how-does-the-taproot-tree-work',
      'how-can-i-share-or-verify-taproot-scripts',
    ],
  },
  {
    of: 'hosting',
    ids: [
      'who-runs-this-website',
      'host-my-own-instance-server',
      'host-my-own-instance-raspberry-pi',
      'address-lookup-issues',
    ],
  },
] as const;

/** Names of questions in mempool.space, as fragments of links from other sites. */
export const otherNames: Readonly<Partial<Record<string, readonly string[]>>> = {
  'how-do-block-filters-work': ['how-do-mempool-goggles-work'],
  'host-my-own-instance-server': ['install-mempool-with-docker'],
};
