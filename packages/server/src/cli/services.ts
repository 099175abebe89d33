import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CodedError } from '@glassblock/primitives';
import {
  apiKeysOf,
  auditLedger,
  balanceOf,
  claimableInvoices,
  createApiKey,
  createUser,
  creditUser,
  type Database,
  findUser,
  guestPrefix,
  listUsers,
  openDatabase,
  openSums,
  payOutInvoice,
  revokeApiKey,
  setStatus,
  type User,
} from '@glassblock/services';
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import type { Terminal } from './terminal.ts';

type Say = Terminal['say'];
type Work = (database: Database, say: Say) => Promise<void>;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Defines the commands of accounts. They open the database directly, also while the server runs.
 * @param configOf reads the configuration with the flags of the command
 * @param readPassword returns the password of a new user; undefined: none
 */
export function addServicesCommands(
  program: Command,
  configOf: (command: Command) => Config,
  { say }: Terminal,
  readPassword: () => Promise<string | undefined> = passwordOfInput,
): void {
  const services = program
    .command('services')
    .description('accounts for paid acceleration; accepts the flags above, such as --config')
    .allowExcessArguments(false);
  const run = (command: Command, work: Work) => withDatabase(configOf(command), (database) => work(database, say));
  services
    .command('add-user')
    .argument('<name>')
    .option('--email <address>')
    .description('create a user; the password is read from standard input, without one the user has keys only')
    .action(async (username: string, { email }: { email?: string }, command: Command) => {
      const password = await readPassword();
      await run(command, async (database) => {
        const user = await createUser(database, { username, email, password }, nowSeconds());
        say(`Created user ${user.username}${password === undefined ? ', without a password' : ''}.`);
      });
    });
  services
    .command('credit')
    .argument('<name>')
    .argument('<sats>')
    .option('--reference <text>', 'of your receipt: a second credit with it changes nothing')
    .description('add sats that you received to the balance of a user')
    .action(async (name: string, sats: string, { reference }: { reference?: string }, command: Command) =>
      run(command, (database) => credit(database, name, sats, reference, say)),
    );
  services
    .command('add-key')
    .argument('<name>')
    .description('create an API key of a user, which is shown once')
    .action(async (name: string, _flags: object, command: Command) =>
      run(command, async (database) => {
        const { id, key } = await createApiKey(database, (await userNamed(database, name)).id, nowSeconds());
        say(`Key ${id}: ${key}`);
      }),
    );
  services
    .command('revoke-key')
    .argument('<id>')
    .description('revoke an API key')
    .action(async (id: string, _flags: object, command: Command) =>
      run(command, async (database) => {
        if (!/^\d{1,15}$/.test(id) || !(await revokeApiKey(database, Number(id), nowSeconds())))
          throw new CodedError('cli.no-key', 'there is no such key, or it is revoked');
        say(`Revoked key ${id}.`);
      }),
    );
  services
    .command('disable')
    .argument('<name>')
    .description('refuse sessions and keys of a user; accelerations run on and are settled')
    .action(async (name: string, _flags: object, command: Command) =>
      run(command, async (database) => {
        const { id, username } = await userNamed(database, name);
        await setStatus(database, id, 'disabled');
        say(`Disabled user ${username}.`);
      }),
    );
  services
    .command('refunds')
    .description('invoices that were paid without an account and have a remaining amount, in sats')
    .action(async (_flags: object, command: Command) =>
      run(command, async (database) => {
        const rows = await claimableInvoices(database);
        for (const { id, sats, added } of rows)
          say(`${id}: ${sats} sats, of ${new Date(added * 1000).toISOString().slice(0, 10)}`);
        if (rows.length === 0) say('Nothing can be refunded.');
      }),
    );
  services
    .command('pay-out')
    .argument('<invoice>')
    .description('record that you refund the rest of such an invoice from your own wallet; do so before you pay')
    .action(async (id: string, _flags: object, command: Command) =>
      run(command, async (database) => {
        const sats = await payOutInvoice(database, id, nowSeconds());
        say(`Booked. Pay ${sats} sats to the owner of invoice ${id}; they cannot be claimed any more.`);
      }),
    );
  services
    .command('list')
    .description('users with their balances in sats and the ids of their keys; checks the ledger')
    .action(async (_flags: object, command: Command) => run(command, list));
}

/** @throws {CodedError} cli.no-services; of the database */
async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const { services } = config;
  if (services === undefined)
    throw new CodedError('cli.no-services', 'services are off: add a section "services" to the configuration file');
  mkdirSync(services.directory, { recursive: true, mode: 0o700 });
  const database = await openDatabase(services.database);
  try {
    await work(database);
  } finally {
    await database.destroy();
  }
}

/** @throws {CodedError} cli.no-user */
async function userNamed(database: Database, name: string): Promise<User> {
  const user = await findUser(database, name);
  if (user === undefined) throw new CodedError('cli.no-user', 'there is no user of this name');
  return user;
}

/** An argument would be visible to other users of the machine. */
async function passwordOfInput(): Promise<string | undefined> {
  if (process.stdin.isTTY)
    throw new CodedError('cli.no-password', 'pass the password on standard input, or < /dev/null for none');
  const given = (await text(process.stdin)).replace(/\r?\n$/, '');
  return given === '' ? undefined : given;
}

async function credit(
  database: Database,
  name: string,
  sats: string,
  reference: string | undefined,
  say: Say,
): Promise<void> {
  const amountSats = /^[1-9]\d{0,14}$/.test(sats) ? Number(sats) : undefined;
  if (amountSats === undefined) throw new CodedError('cli.no-amount', 'the amount is a number of sats, from 1');
  const user = await userNamed(database, name);
  const idempotencyKey = `credit:${reference ?? randomUUID()}`;
  const isMoved = await creditUser(database, { userId: user.id, amountSats, idempotencyKey }, nowSeconds());
  const { balance } = await balanceOf(database, user.id);
  say(
    isMoved
      ? `Credited ${amountSats} sats to ${user.username}; the balance is ${balance} sats.`
      : `This reference was credited before; the balance is ${balance} sats.`,
  );
}

/** @throws {CodedError} cli.ledger when balances and transfers differ */
async function list(database: Database, say: Say): Promise<void> {
  const users = (await listUsers(database)).filter(({ username }) => !username.startsWith(guestPrefix));
  for (const user of users) {
    const { balance, hold, feesPaid } = await balanceOf(database, user.id);
    const keys = await apiKeysOf(database, user.id);
    const status = user.status === 'verified' ? '' : ` (${user.status})`;
    say(
      `${user.username}${status}: balance ${balance}, on hold ${hold}, charged ${feesPaid}, keys ${keys.join(' ') || 'none'}`,
    );
  }
  const { claimable, owed } = await openSums(database);
  if (claimable > 0) say(`Paid without an account, can be claimed: ${claimable} sats.`);
  if (owed > 0) say(`Spent, but removed from the chain by a reorg: ${owed} sats.`);
  const wrong = await auditLedger(database);
  if (wrong.length > 0) throw new CodedError('cli.ledger', `the ledger is wrong: ${wrong.join(', ')}`);
  say(`${users.length === 1 ? '1 user' : `${users.length} users`}; the ledger is consistent.`);
}
