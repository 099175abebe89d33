import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LndAddress } from '@glassblock/lightning';
import { type NodeAddress, parseNodeUrl } from '@glassblock/node';
import { isCoded } from '@glassblock/primitives';
import { type Static, Type } from 'typebox';
import { type FaucetConfig, faucetFields, faucetsOf } from './faucet-config.ts';
import { type SignInConfig, signInFields, signInOf } from './sign-in-config.ts';

const Name = Type.String({ minLength: 1, maxLength: 60 });
const Path = Type.String({ minLength: 1 });
const maxFee = 1_000_000_000;

/** A node with its credentials. */
const nodeFields = {
  node: Type.String(),
  user: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  passwordFile: Type.Optional(Path),
  cookie: Type.Optional(Path),
};

/** Part `payments` of the section `services`. */
const PaymentsFile = Type.Object(
  {
    /** Lightning: lnd's REST API with a macaroon of `invoices:read invoices:write`. */
    lnd: Type.Optional(
      Type.Object(
        { url: Type.String(), macaroon: Type.Optional(Path), certificate: Type.Optional(Path) },
        { additionalProperties: false },
      ),
    ),
    /** On chain: extended public key of an account, or a file that has it. Its addresses are used for nothing else. */
    accountKey: Type.Optional(Type.String()),
    accountKeyFile: Type.Optional(Path),
    /** On chain: a node with one loaded wallet, instead of a key. */
    wallet: Type.Optional(Type.Object(nodeFields, { additionalProperties: false })),
    /** How long an invoice can be paid. */
    invoiceMinutes: Type.Integer({ default: 30, minimum: 5, maximum: 1_440 }),
  },
  { additionalProperties: false },
);

/** Section `services` of the configuration file. */
export const ServicesFile = Type.Object(
  {
    /** The network whose transactions are accelerated; default: the root network. */
    network: Type.Optional(Type.String()),
    /** Directory of the database and of the key of signed tokens; default: `services` in the data directory. */
    directory: Type.Optional(Path),
    /** URL of a PostgreSQL database instead of a file of SQLite, or a file that has it. */
    postgres: Type.Optional(Path),
    postgresFile: Type.Optional(Path),
    /** Sats for each acceleration, and for each virtual byte of its package. */
    baseFee: Type.Integer({ default: 0, minimum: 0, maximum: maxFee }),
    feePerVbyte: Type.Number({ default: 0, minimum: 0, maximum: 1_000 }),
    ...signInFields,
    ...faucetFields,
    miners: Type.Array(
      Type.Object(
        {
          name: Name,
          ...nodeFields,
          /** Unique id of its mining pool in the list of mining pools. */
          miningPoolId: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
        },
        { additionalProperties: false },
      ),
      { default: [], maxItems: 20 },
    ),
    payments: Type.Optional(PaymentsFile),
  },
  { additionalProperties: false },
);
/** The parsed section. */
export type ServicesFile = Static<typeof ServicesFile>;

/** How payments in bitcoin are taken. */
export interface PaymentsConfig {
  lnd: LndAddress | undefined;
  accountKey: string | undefined;
  wallet: NodeAddress | undefined;
  lifeSeconds: number;
  /** Of the demo: invoices are paid by a button. */
  isSimulated: boolean;
}

/** Services: accounts, payments and paid acceleration. */
export interface ServicesConfig {
  /** Name of the network. */
  network: string;
  directory: string;
  database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };
  fees: { baseFee: number; feePerVbyte: number };
  signIn: SignInConfig;
  faucets: FaucetConfig[];
  miners: { name: string; node: NodeAddress; miningPoolId: number | undefined }[];
  /** Undefined: none are taken. */
  payments: PaymentsConfig | undefined;
}

/** Defaults of the section. */
export interface ServicesDefaults {
  rootNetwork: string;
  /** Names of Bitcoin networks that are served. */
  networks: readonly string[];
  dataDir: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the services of a configuration; adds faults, without values that may be secrets. */
export function servicesOf(
  file: ServicesFile | undefined,
  { rootNetwork, networks, dataDir, environment }: ServicesDefaults,
  faults: string[],
): ServicesConfig | undefined {
  if (file === undefined) return undefined;
  const network = file.network ?? rootNetwork;
  if (!networks.includes(network)) faults.push('services.network: is not among the Bitcoin networks');
  const directory = file.directory ?? (dataDir === undefined ? undefined : join(dataDir, 'services'));
  if (directory === undefined) {
    faults.push('services: needs services.directory or dataDir');
    return undefined;
  }
  const url = postgresUrl(file, environment, faults);
  if (new Set(file.miners.map(({ name }) => name)).size < file.miners.length)
    faults.push('services.miners: two miners have the same name');
  return {
    network,
    directory: resolve(directory),
    database:
      url === undefined ? { kind: 'sqlite', path: join(resolve(directory), 'services.db') } : { kind: 'postgres', url },
    fees: { baseFee: file.baseFee, feePerVbyte: file.feePerVbyte },
    signIn: signInOf(file, faults, (path, name) => secretOf(path, name, faults)),
    faucets: faucetsOf(file.faucets, faults, (faucet) => nodeOf(faucet, 'services.faucets', faults)),
    miners: file.miners.flatMap((miner) => minerOf(miner, faults)),
    payments: paymentsOf(file.payments, faults),
  };
}

function paymentsOf(file: ServicesFile['payments'], faults: string[]): PaymentsConfig | undefined {
  if (file === undefined) return undefined;
  const { lnd, wallet, invoiceMinutes } = file;
  const accountKey = file.accountKey ?? secretOf(file.accountKeyFile, 'services.payments.accountKeyFile', faults);
  if (accountKey !== undefined && wallet !== undefined)
    faults.push('services.payments: either an account key or a wallet');
  if (lnd === undefined && accountKey === undefined && wallet === undefined && file.accountKeyFile === undefined)
    faults.push('services.payments: needs lnd, accountKey or wallet');
  if (lnd !== undefined && !/^https?:\/\/[^\s@]+$/.test(lnd.url))
    faults.push('services.payments.lnd: the address begins with http:// or https://, without a password');
  return {
    lnd: lnd && { url: lnd.url, macaroonFile: lnd.macaroon, certificateFile: lnd.certificate },
    accountKey,
    wallet: wallet && nodeOf(wallet, 'services.payments.wallet', faults),
    lifeSeconds: invoiceMinutes * 60,
    isSimulated: false,
  };
}

function postgresUrl(
  { postgres, postgresFile }: ServicesFile,
  environment: ServicesDefaults['environment'],
  faults: string[],
): string | undefined {
  const url =
    environment['GLASSBLOCK_SERVICES_POSTGRES'] ?? postgres ?? secretOf(postgresFile, 'services.postgresFile', faults);
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    faults.push('services.postgres: does not look like postgres://user:password@host/database');
  return url;
}

function secretOf(path: string | undefined, name: string, faults: string[]): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    faults.push(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
    return undefined;
  }
}

function minerOf(miner: ServicesFile['miners'][number], faults: string[]): ServicesConfig['miners'] {
  const node = nodeOf(miner, 'services.miners', faults);
  return node === undefined ? [] : [{ name: miner.name, node, miningPoolId: miner.miningPoolId }];
}

/** A node with its credentials, as a section of the file names it. */
type NodeFile = Pick<ServicesFile['miners'][number], 'node' | 'user' | 'password' | 'passwordFile' | 'cookie'>;

function nodeOf(file: NodeFile, section: string, faults: string[]): NodeAddress | undefined {
  const { user, passwordFile, cookie } = file;
  try {
    const password = file.password ?? secretOf(passwordFile, `${section}.passwordFile`, faults);
    return {
      ...parseNodeUrl(file.node),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
      ...(cookie === undefined ? {} : { cookieFile: cookie }),
    };
  } catch (error) {
    if (!isCoded(error)) throw error;
    faults.push(`${section}: ${error.message}`);
    return undefined;
  }
}
