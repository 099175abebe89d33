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

/** Variables of the environment that replace a setting; users and passwords may be empty. */
const variable = /^GLASSBLOCK_(?!.*_(USER|PASSWORD)$)/;

const optionOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Adds a fault for each flag and variable with an empty value, and returns the others. An empty host would be all
 * addresses of the machine, an empty path the working directory.
 */
export function withoutEmpty(flags: Flags, environment: Environment, faults: string[]): [Flags, Environment] {
  const isFilled = (name: string, value: unknown) => {
    const isEmpty = typeof value === 'string' && value.trim() === '';
    if (isEmpty) faults.push(`${name}: the value is empty`);
    return !isEmpty;
  };
  // commands add flags of their own, also without a value
  const filled = Object.entries(flags).filter(([name, value]) => isFilled(optionOf(name), value));
  const set = Object.entries(environment).filter(([name, value]) => !variable.test(name) || isFilled(name, value));
  return [Object.fromEntries(filled), Object.fromEntries(set)];
}
