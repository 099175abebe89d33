import { describe, expect, it } from 'vitest';
import { configFiles } from '../../test/support/config-files.ts';
import { loadConfig } from './config.ts';

const { file } = configFiles();

describe('services', () => {
  const networks = '[[networks]]\nname = "regtest"\nnode = "http://127.0.0.1:1"\n';
  const load = (name: string, text: string, environment = {}) =>
    loadConfig({ config: file(name, text + networks), dataDir: '/data' }, environment).services;

  it('are off without their section', () => {
    expect(load('off.toml', '')).toBeUndefined();
  });

  it('use a file of SQLite in the data directory, and miners with their credentials', () => {
    const text = `[services]
baseFee = 5
origin = "https://Explorer.example/"
signUp = false
[services.mail]
host = "mail.example"
user = "u"
password = "p"
from = "explorer@example.org"
[[services.miners]]
name = "own"
node = "http://u:p@127.0.0.1:8332"
miningPoolId = 111
`;
    expect(load('services.toml', text)).toEqual({
      network: 'regtest',
      directory: '/data/services',
      database: { kind: 'sqlite', path: '/data/services/services.db' },
      fees: { baseFee: 5, feePerVbyte: 0 },
      signIn: {
        origin: 'https://explorer.example',
        signUp: false,
        proofCost: 5_000,
        mail: {
          host: 'mail.example',
          port: 587,
          tls: 'start',
          login: { user: 'u', pass: 'p' },
          from: 'explorer@example.org',
        },
      },
      faucets: [],
      miners: [{ name: 'own', node: { origin: 'http://127.0.0.1:8332', user: 'u', password: 'p' }, miningPoolId: 111 }],
    });
    const url = 'postgres://u:p@db/services';
    const database = { kind: 'postgres', url };
    expect(load('postgres.toml', '[services]\n', { GLASSBLOCK_SERVICES_POSTGRES: url })?.database).toEqual(database);
    const secret = file('url', `${url}\n`);
    expect(load('secret.toml', `[services]\npostgresFile = "${secret}"\n`)?.database).toEqual(database);
  });

  it('report faults without secrets', () => {
    const text = `[services]
network = "signet"
postgres = "mysql://u:secret@db"
[[services.miners]]
name = "own"
node = "ftp://u:secret@host"
[[services.miners]]
name = "own"
node = "http://host"
passwordFile = "/no/secret"
[services.mail]
host = "mail.example"
user = "u"
from = "explorer@example.org"
`;
    const error = (() => {
      try {
        return load('faults.toml', text);
      } catch (thrown) {
        return thrown as Error;
      }
    })() as Error;
    expect(error.message.split('\n')).toEqual([
      'services.network: is not among the Bitcoin networks',
      'services.postgres: does not look like postgres://user:password@host/database',
      'services.miners: two miners have the same name',
      'services.origin: is needed for the links in mails, such as https://explorer.example',
      'services.mail: user and password belong together',
      'services.miners: a node address begins with http:// or https://',
      'services.miners.passwordFile: cannot be read (ENOENT)',
    ]);
  });
});
