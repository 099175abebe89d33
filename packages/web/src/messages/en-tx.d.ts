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
