/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Command line flags; names as in the help. */
export interface Flags {
  node?: string;
  network?: string;
  liquid?: string;
  liquidNetwork?: string;
  assetRegistry?: string;
  zmq?: string;
  cookie?: string;
  blocksDir?: string;
  lnd?: string;
  lndMacaroon?: string;
  lndCert?: string;
  cln?: string;
  geoipCity?: string;
  geoipAsn?: string;
  geoipIsp?: string;
  dataDir?: string;
  store?: string;
  role?: string;
  bus?: string;
  host?: string;
  port?: string;
  memory?: string;
  threads?: string;
  basePath?: string;
  config?: string;
}

/** Returns the faults of words that are no option. A value is not repeated: it may be a node address with its password. */
export function unknownWords(words: readonly string[]): string[] {
  const options = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/s, ''));
  const isValueLeft = words.length > options.length;
  if (isValueLeft && options.length === 0) return ['a value without an option; see --help'];
  return options.map((option) => `${option}: unknown option; see --help`);
}
