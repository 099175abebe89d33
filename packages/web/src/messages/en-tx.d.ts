declare module '*.json?tx' {
  /** Texts of the transaction pages. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?prose' {
  /** Texts of the text pages. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?palette' {
  /** Texts of the command palette. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?picture' {
  /** Texts of block pictures. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?next' {
  /** Texts of the next block's picture. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?settings' {
  /** Texts of the settings. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?event' {
  /** Texts of special events. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?faq' {
  /** Texts of the FAQ page. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?tools' {
  /** Texts of calculator and clock. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?wallet' {
  /** Texts of the wallet pages. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?taptree' {
  /** Texts of Taproot trees. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?mining' {
  /** Texts of mining pages and graph tabs. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?accel' {
  /** Texts of the acceleration pages. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?searched' {
  /** Texts of the search page. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?address' {
  /** Texts of address charts. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?fees' {
  /** Texts of the fee estimates page. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?label' {
  /** Texts of script labels. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?lightning' {
  /** Texts of the Lightning pages. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?liquid' {
  /** Texts of the pages of Liquid networks. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?account' {
  /** Texts of the account pages. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?board' {
  /** Texts of boards and watched wallets. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?operator' {
  /** Texts of stratum jobs, monitored hosts and proofs. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?checkout' {
  /** Texts of the checkout of accelerations. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?found' {
  /** Texts of search results. */
  const texts: Record<string, string>;
  export default texts;
}
