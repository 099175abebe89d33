declare module '*.json?tx' {
  /** The part of the texts that only the transaction screens show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?prose' {
  /** The part of the texts that only the pages of sentences show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?palette' {
  /** The part of the texts that only the command palette shows. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?picture' {
  /** The part of the texts that only pictures of blocks and their pages show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?settings' {
  /** The part of the texts that only the settings show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?event' {
  /** The part of the texts that only special events show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?faq' {
  /** The part of the texts that only the page of questions shows. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?tools' {
  /** The part of the texts that only the calculator and the clock show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?wallet' {
  /** The part of the texts that only the group of addresses and the wallet desk show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?taptree' {
  /** The part of the texts that only trees of Taproot scripts show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?mining' {
  /** The part of the texts that only the screens of mining and the tabs of all graphs show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?accel' {
  /** The part of the texts that only the screens of accelerations show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?searched' {
  /** The part of the texts that only the page of a search shows. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?address' {
  /** The part of the texts that only the charts of an address show. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?fees' {
  /** The part of the texts that only the page of fees shows. */
  const texts: Record<string, string>;
  export default texts;
}

declare module '*.json?label' {
  /** The part of the texts that tells what scripts are known for. */
  const texts: Record<string, string>;
  export default texts;
}
