import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { configFiles } from '../../test/support/config-files.ts';
import { type Config, defaultReadThreads, loadConfig } from './config.ts';

const { directory, file } = configFiles();

it.each([
  [1, 0],
  [2, 0],
  [3, 1],
  [4, 2],
  [6, 4],
  [64, 4],
])('%d processors get %d read threads', (processors, count) => {
  expect(defaultReadThreads(processors)).toBe(count);
});

it('reads the number of read threads from flag, environment and file, and has none in the demo', () => {
  const config = file('threads.toml', 'threads = 1');
  const node = 'http://u:p@h:1';
  expect(loadConfig({ node, config }, {}).readThreads).toBe(1);
  expect(loadConfig({ node, config }, { GLASSBLOCK_THREADS: '2' }).readThreads).toBe(2);
  expect(loadConfig({ node, config, threads: '3' }, { GLASSBLOCK_THREADS: '2' }).readThreads).toBe(3);
  expect(loadConfig({}, {}).readThreads).toBe(0);
  expect(() => loadConfig({ threads: '17' }, {})).toThrow('--threads: "17" is not a number from 0 to 16');
});

it('reads address, memory and directory from flag, environment and file', () => {
  const config = file(
    'server.toml',
    'host = "127.0.0.2"\nport = 1\nmemory = "65MB"\nbasePath = "/a/"\ndataDir = "/data/a"',
  );
  const environment = {
    GLASSBLOCK_HOST: '127.0.0.3',
    GLASSBLOCK_PORT: '2',
    GLASSBLOCK_MEMORY: '66MB',
    GLASSBLOCK_BASE_PATH: '/b/',
    GLASSBLOCK_DATA_DIR: '/data/b',
  };
  const flags = { host: '127.0.0.4', port: '3', memory: '67MB', basePath: '/c/', dataDir: '/data/c' };
  const read = (...given: Parameters<typeof loadConfig>) => {
    const { host, port, memoryBytes, basePath, dataDir } = loadConfig(...given);
    return [host, port, memoryBytes, basePath, dataDir];
  };
  expect(read({ config }, {})).toEqual(['127.0.0.2', 1, 65e6, '/a/', '/data/a']);
  expect(read({ config }, environment)).toEqual(['127.0.0.3', 2, 66e6, '/b/', '/data/b']);
  expect(read({ config, ...flags }, environment)).toEqual(['127.0.0.4', 3, 67e6, '/c/', '/data/c']);
  expect(() => loadConfig({}, { GLASSBLOCK_PORT: 'abc' })).toThrow('--port: "abc" is not a port number');
});

it('reports an empty value of a flag, a variable or a setting, which would be another address or directory', () => {
  const flags = { node: 'http://u:p@h:1', host: '', dataDir: ' ', blocksDir: '', cln: '', geoipCity: '' };
  const environment = {
    ...{ GLASSBLOCK_NODE_COOKIE: '', GLASSBLOCK_LND_CERT: '', GLASSBLOCK_SERVICES_POSTGRES: '' },
    ...{ GLASSBLOCK_NODE_USER: '', GLASSBLOCK_NODE_PASSWORD: '', GLASSBLOCK_BUS_PASSWORD: '', OTHER: '' },
  };
  expect(() => loadConfig(flags, environment)).toThrow(
    [
      ...['--host: the value is empty', '--data-dir: the value is empty', '--blocks-dir: the value is empty'],
      ...['--cln: the value is empty', '--geoip-city: the value is empty'],
      ...['GLASSBLOCK_NODE_COOKIE: the value is empty', 'GLASSBLOCK_LND_CERT: the value is empty'],
      'GLASSBLOCK_SERVICES_POSTGRES: the value is empty',
    ].join('\n'),
  );
  const flagsOfCommand = { dataDir: '/data', whole: true };
  expect(loadConfig(flagsOfCommand, {}).dataDir).toBe('/data');
  for (const setting of ['host', 'internalHost', 'dataDir'])
    expect(() => loadConfig({ config: file('empty.toml', `${setting} = ""`) }, {})).toThrow(`${setting}: `);
});

it('has its data in XDG_DATA_HOME if that is an absolute path, otherwise in the home directory', () => {
  const directoryOf = (environment: Record<string, string>) =>
    loadConfig({ node: 'http://u:p@h:1' }, environment).dataDir;
  expect(directoryOf({ XDG_DATA_HOME: '/xdg' })).toBe('/xdg/glassblock');
  for (const home of ['', 'data']) expect(directoryOf({ XDG_DATA_HOME: home })).toBe(directoryOf({}));
});

it('accepts only base paths that browsers send as they are', () => {
  for (const basePath of ['/', '/a/', '/a/B-1._~/', '/..a/'])
    expect(loadConfig({ basePath }, {}).basePath).toBe(basePath);
  for (const basePath of ['a/', '/a', '//', '/a?b/', '/a#b/', '/a b/', '/%61/', '/\u00fc/', '/./', '/a/../']) {
    expect(() => loadConfig({ basePath }, {})).toThrow('basePath: ');
    expect(() => loadConfig({ config: file('base.json', JSON.stringify({ basePath })) }, {})).toThrow('basePath: ');
  }
});

it('listens on one address of localhost', () => {
  expect(loadConfig({ host: 'localhost' }, {}).host).toBe('127.0.0.1');
  expect(loadConfig({ host: '::1' }, {}).host).toBe('::1');
  const config = file('internal.toml', 'internalPort = 8_998\ninternalHost = "Localhost"');
  expect(loadConfig({ config }, {}).internal).toEqual({ host: '127.0.0.1', port: 8_998 });
});

it.each([
  [{ web: { nonsense: 1 } }, 'web.nonsense: unknown setting'],
  [{ web: { enterprise: { title: 'x' } } }, 'web.enterprise: unknown setting'],
  [{ geoip: { country: '/x' } }, 'geoip.country: unknown setting'],
])('reports unknown settings of sections: %j', (settings, fault) => {
  expect(() => loadConfig({ config: file('unknown.json', JSON.stringify(settings)) }, {})).toThrow(fault);
});

describe('Liquid networks', () => {
  const node = 'http://u:p@127.0.0.1:7041';
  const address = { origin: 'http://127.0.0.1:7041', user: 'u', password: 'p' };
  const namesOf = ({ networks, liquid, web }: Config) => [
    networks.map(({ name }) => name),
    liquid.map(({ name }) => name),
    web.rootNetwork,
  ];

  it('are served beside Bitcoin, or alone at the root', () => {
    const both = loadConfig({ liquid: node, node: 'http://127.0.0.1:8332' }, {});
    expect(namesOf(both)).toEqual([['mainnet'], ['liquid'], 'mainnet']);
    expect(both.liquid).toEqual([{ name: 'liquid', node: address, assetRegistry: undefined }]);
    expect(both.web.networks.map(({ name, path }) => [name, path])).toEqual([
      ['mainnet', ''],
      ['liquid', 'liquid'],
    ]);
    expect(both.web.networks[1]!.liquid).toEqual({
      asset: '6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d',
      ticker: 'LBTC',
      parent: 'mainnet',
    });
    const alone = loadConfig({ liquid: node, liquidNetwork: 'liquidtestnet' }, {});
    expect(namesOf(alone)).toEqual([[], ['liquidtestnet'], 'liquidtestnet']);
    expect(alone.web.networks.map(({ path }) => path)).toEqual(['']);
    expect(alone.web).toMatchObject({ liquidEnabled: false, liquidTestnetEnabled: true });
    expect(namesOf(loadConfig({ liquid: node, network: 'demo' }, {}))).toEqual([['demo'], ['liquid'], 'demo']);
    const environment = { GLASSBLOCK_LIQUID: node, GLASSBLOCK_LIQUID_NETWORK: 'liquidregtest' };
    expect(loadConfig({}, environment).liquid).toMatchObject([{ name: 'liquidregtest', node: address }]);
    const named = loadConfig({ liquid: node, assetRegistry: '/etc/assets.json' }, {});
    expect(named.liquid[0]!.assetRegistry).toBe('/etc/assets.json');
    const url = 'https://assets.example/';
    expect(loadConfig({ liquid: node, assetRegistry: url }, {}).liquid[0]!.assetRegistry).toBe(url);
  });

  it('come from the configuration file, and the flag replaces the one of its name', () => {
    const config = file(
      'liquid.toml',
      `[[networks]]
name = "liquid"
node = "http://127.0.0.1:1"
[[networks]]
name = "liquidtestnet"
node = "http://127.0.0.1:2"
[[networks]]
name = "signet"
node = "http://127.0.0.1:3"
`,
    );
    expect(namesOf(loadConfig({ config }, {}))).toEqual([['signet'], ['liquid', 'liquidtestnet'], 'signet']);
    const { liquid } = loadConfig({ config, liquid: node }, {});
    expect(liquid.map(({ node: { origin } }) => origin)).toEqual(['http://127.0.0.1:7041', 'http://127.0.0.1:2']);
  });

  it('have the root beside a Bitcoin network when a flag, the file or the base module says so', () => {
    const both = { liquid: node, node: 'http://127.0.0.1:8332' };
    const liquidAtRoot = [['mainnet'], ['liquid'], 'liquid'];
    const flagged = loadConfig({ ...both, network: 'liquid' }, {});
    expect(namesOf(flagged)).toEqual(liquidAtRoot);
    expect(flagged.web.networks.map(({ name, path }) => [name, path])).toEqual([
      ['mainnet', 'mainnet'],
      ['liquid', ''],
    ]);
    const root = file('liquid-root.toml', 'rootNetwork = "liquid"\n');
    expect(namesOf(loadConfig({ ...both, config: root }, {}))).toEqual(liquidAtRoot);
    const environment = { GLASSBLOCK_NETWORK: 'regtest' };
    expect(namesOf(loadConfig({ ...both, network: 'liquid' }, environment))).toEqual([
      ['regtest'],
      ['liquid'],
      'liquid',
    ]);
    const base = file('liquid-base.toml', 'baseModule = "liquid"\n');
    expect(namesOf(loadConfig({ ...both, config: base }, {}))).toEqual(liquidAtRoot);
    // more specific settings take precedence over the base module
    expect(namesOf(loadConfig({ ...both, config: base, network: 'signet' }, {}))[2]).toBe('signet');
    const named = file('liquid-base-root.toml', 'baseModule = "liquid"\nrootNetwork = "mainnet"\n');
    expect(namesOf(loadConfig({ ...both, config: named }, {}))[2]).toBe('mainnet');
    const demo = loadConfig({ config: base }, {});
    expect([namesOf(demo), demo.liquidDemo]).toEqual([[['demo'], [], 'liquiddemo'], true]);
    expect(demo.web.networks.map(({ path }) => path)).toEqual(['demo', '']);
    expect(namesOf(loadConfig({ config: base, liquid: 'off' }, {}))[2]).toBe('demo');
  });

  it('report a wrong name, a missing node and a wrong URL', () => {
    const faultsOf = (flags: Parameters<typeof loadConfig>[0]) => {
      try {
        loadConfig(flags, {});
        return 'none';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(faultsOf({ liquid: node, liquidNetwork: 'liquidv1' })).toContain(
      '--liquid-network: "liquidv1" is not one of',
    );
    expect(faultsOf({ liquidNetwork: 'liquid' })).toContain('--liquid-network: needs --liquid');
    expect(faultsOf({ assetRegistry: 'x' })).toContain('--asset-registry: needs --liquid');
    for (const bad of ['https://', 'https://user:secret@assets.example/']) {
      const fault = 'networks: assetRegistry of liquid is not a URL, or has a user name';
      expect(faultsOf({ liquid: 'http://u:p@127.0.0.1:7041', assetRegistry: bad })).toContain(fault);
    }
    expect(faultsOf({ liquid: 'ftp://host' })).toContain('networks.liquid:');
  });
});

describe('configuration', () => {
  it('accepts a cluster for the indexes of real networks', () => {
    const node = 'http://u:p@127.0.0.1:1';
    expect(loadConfig({ node, store: 'cassandra://10.0.0.1/gb' }, {}).store).toMatchObject({
      contactPoints: ['10.0.0.1:9042'],
      keyspace: 'gb',
    });
    expect(loadConfig({ node }, { GLASSBLOCK_STORE: 'cassandra://h/k' }).store).toMatchObject({ keyspace: 'k' });
    expect(loadConfig({ node }, {}).store).toBeUndefined();
    expect(() => loadConfig({ node, store: 'postgres://h/k' }, {})).toThrow('store: the store address');
    expect(() => loadConfig({ store: 'cassandra://h/k' }, {})).toThrow('store: the demo makes another chain');
  });

  it('accepts roles with a shared store and a bus', () => {
    const flags = { node: 'http://u:p@127.0.0.1:1', store: 'cassandra://h/k', bus: 'nats://u@b1,b2:1' };
    const { shared } = loadConfig({ ...flags, role: 'serve' }, { GLASSBLOCK_BUS_PASSWORD: 'secret' });
    expect(shared).toEqual({
      role: 'serve',
      bus: {
        ...{ servers: ['b1:4222', 'b2:1'], replicas: 2, user: 'u', password: 'secret' },
        ...{ credentials: undefined, tls: undefined },
      },
      store: expect.objectContaining({ keyspace: 'k' }),
    });
    expect(loadConfig({ node: flags.node }, {}).shared).toBeUndefined();
    const faultsOf = (given: Parameters<typeof loadConfig>[0]) => {
      try {
        loadConfig(given, {});
        return [];
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    };
    expect(faultsOf({ ...flags, role: 'reader' })).toEqual([
      'role: "reader" is not one of all, follow, serve, services',
    ]);
    expect(faultsOf(flags)).toEqual(['bus: needs --role follow, serve or services; one process needs no bus']);
    expect(faultsOf({ node: flags.node, role: 'serve' })).toEqual([
      'role serve: needs --bus, by which it follows',
      'role serve: needs --store: all processes use the index in one cluster',
    ]);
    expect(faultsOf({ ...flags, role: 'services' })).toEqual(['role services: needs the setting services']);
    expect(faultsOf({ role: 'follow', bus: flags.bus })).toContain(
      'role follow: needs --node: the demo runs in one process',
    );
    expect(faultsOf({ ...flags, role: 'follow', bus: 'nats://u:p@b' }).join()).toContain(
      'does not belong in its address',
    );
    const file = fileURLToPath(import.meta.url);
    const busOf = (bus: string, environment: Record<string, string>) =>
      loadConfig({ ...flags, role: 'serve', bus }, environment).shared!.bus;
    const secure = { GLASSBLOCK_BUS_CREDENTIALS_FILE: file, GLASSBLOCK_BUS_CA_FILE: file };
    expect(busOf('tls://b', secure)).toMatchObject({
      credentials: file,
      tls: { caFile: file, certFile: undefined, keyFile: undefined },
    });
    expect(busOf('tls://b', {}).tls).toEqual({ caFile: undefined, certFile: undefined, keyFile: undefined });
    expect(() => busOf('nats://b', { GLASSBLOCK_BUS_CA_FILE: file })).toThrow('certificates need tls://');
    expect(() => busOf('tls://b', { GLASSBLOCK_BUS_CERT_FILE: file })).toThrow('go together');
    expect(() => busOf('tls://u@b', secure)).toThrow('names the user');
    expect(() => busOf('tls://b', { GLASSBLOCK_BUS_CA_FILE: '/nowhere' })).toThrow(
      'the file of GLASSBLOCK_BUS_CA_FILE cannot be read (ENOENT)',
    );
    expect(faultsOf({ ...flags, role: 'follow', bus: 'redis://b' }).join()).toContain('bus: the address of the bus');
  });

  it('lets a follower have one Liquid network with its parent chain, and a serving process any networks', () => {
    const node = 'http://u:p@127.0.0.1:8332';
    const shared = { store: 'cassandra://c1/k', bus: 'nats://b1' };
    const follow = { ...shared, role: 'follow' };
    const namesOf = ({ networks, liquid }: ReturnType<typeof loadConfig>) =>
      [...networks, ...liquid].map(({ name }) => name);
    expect(namesOf(loadConfig({ ...follow, liquid: node }, {}))).toEqual(['liquid']);
    expect(namesOf(loadConfig({ ...follow, liquid: node, node }, {}))).toEqual(['mainnet', 'liquid']);
    const regtest = { ...follow, liquid: node, liquidNetwork: 'liquidregtest' };
    expect(namesOf(loadConfig({ ...regtest, node, network: 'regtest' }, {}))).toEqual(['regtest', 'liquidregtest']);
    expect(namesOf(loadConfig({ ...shared, role: 'serve', liquid: node }, {}))).toEqual(['liquid']);
    const refused = (flags: Parameters<typeof loadConfig>[0]) => {
      try {
        return String(loadConfig(flags, {}).shared);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused({ ...regtest, node })).toBe(
      'role follow: a follower of liquidregtest has only regtest, its parent chain, beside it; ' +
        'start another one for each Bitcoin network',
    );
    expect(refused({ ...follow, liquid: node, liquidNetwork: 'liquidtestnet', node })).toBe(
      'role follow: a follower of liquidtestnet has no other network beside it; ' +
        'start another one for each Bitcoin network',
    );
    expect(refused({ ...shared, role: 'services', liquid: node, node })).toBe(
      'role services: it has one network, that of the services\nrole services: needs the setting services',
    );
    const networks = ['liquid', 'liquidtestnet'].map((name) => ({ name, node }));
    const config = file('two-liquid.json', JSON.stringify({ networks }));
    expect(refused({ ...follow, config })).toBe('role follow: one follower has one network; start one for each');
  });

  it('defaults to the demo on port 8999, in memory', () => {
    const config = loadConfig({}, {});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8999,
      basePath: '/',
      dataDir: undefined,
      memoryBytes: 512e6,
      retention: { journalBytes: 2e9, days: 30, contentBytes: 1e9, auditBytes: 500e6 },
    });
    expect(config.networks).toEqual([{ name: 'demo', node: undefined, stored: { ids: true, bodies: true } }]);
    expect(config.web).toMatchObject({
      rootNetwork: 'demo',
      keepBlocksAmount: 8,
      mempoolBlocksAmount: 8,
      itemsPerPage: 10,
      graphWindow: '2h',
      miningWindow: '1w',
      miningDashboard: true,
      lightning: true,
      // off by default, but enabled in the demo
      audit: true,
      addressSearch: true,
      historicalPrice: true,
      accelerator: false,
      acceleratorButton: true,
      officialSite: false,
      networks: [{ name: 'demo', label: 'Demo', path: '', demo: true }, { name: 'liquiddemo' }],
    });
  });

  it('shows a simulated Liquid network with the demo unless it is off or there is another one', () => {
    const { liquid, liquidDemo, web } = loadConfig({}, {});
    expect([liquid, liquidDemo]).toEqual([[], true]);
    expect(web.networks).toMatchObject([
      { name: 'demo', label: 'Demo', path: '', demo: true },
      { name: 'liquiddemo', label: 'Liquid demo', path: 'liquid', demo: true, liquid: { parent: 'demo' } },
    ]);
    const node = 'http://u:p@127.0.0.1:8332';
    const demoOf = (...args: Parameters<typeof loadConfig>) => loadConfig(...args).liquidDemo;
    expect([demoOf({ liquid: 'demo' }, {}), demoOf({ liquid: 'off' }, {})]).toEqual([true, false]);
    expect(demoOf({}, { GLASSBLOCK_LIQUID: 'off' })).toBe(false);
    expect(demoOf({ node, network: 'regtest' }, {})).toBe(false);
    expect(demoOf({ network: 'demo', liquid: node }, {})).toBe(false);
    expect(() => loadConfig({ liquid: 'demo', node, network: 'regtest' }, {})).toThrow(
      '--liquid: demo needs the demo of Bitcoin',
    );
  });

  it('uses the shipped list of mining pools unless the file sets another', () => {
    expect(loadConfig({}, {}).miningPools).toBeUndefined();
    const config = file('pools.toml', 'miningPools = "/somewhere/pools.json"');
    expect(loadConfig({ config }, {}).miningPools).toBe('/somewhere/pools.json');
    const wrong = file('wrong-pools.toml', 'miningPools = 5');
    expect(() => loadConfig({ config: wrong }, {})).toThrow(/miningPools/);
  });

  it('reads credentials from the node URL, and makes its network the root, regtest included', () => {
    const { networks, web } = loadConfig({ node: 'http://u:p%40ss@10.0.0.9:8332', network: 'regtest' }, {});
    expect([web.audit, web.addressSearch]).toEqual([false, false]);
    expect(networks).toEqual([
      {
        name: 'regtest',
        node: { origin: 'http://10.0.0.9:8332', user: 'u', password: 'p@ss' },
        stored: { ids: true, bodies: false },
      },
    ]);
    expect(web).toMatchObject({ rootNetwork: 'regtest', regtestEnabled: true, mainnetEnabled: false });
  });

  it('reads Lightning nodes from flags, the environment and the file', () => {
    const lightningOf = (...[flags, environment = {}]: [Parameters<typeof loadConfig>[0], object?]) =>
      loadConfig({ node: 'http://h:1', ...flags }, { ...environment }).networks[0]!.lightning;
    const lnd = { url: 'https://127.0.0.1:8080', macaroonFile: '/m', certificateFile: '/c' };
    expect(lightningOf({})).toBeUndefined();
    const none = { city: undefined, asn: undefined, isp: undefined };
    const rest = { geography: none, groups: [] };
    expect(lightningOf({ lnd: `${lnd.url}/`, lndMacaroon: '/m', lndCert: '/c' })).toEqual({
      lnd: [lnd],
      cln: [],
      ...rest,
    });
    const withCity = { GLASSBLOCK_CLN: '/rpc', GLASSBLOCK_GEOIP_CITY: '/city' };
    expect(lightningOf({ geoipAsn: '/asn' }, withCity)).toEqual({
      lnd: [],
      cln: ['/rpc'],
      groups: [],
      geography: { city: '/city', asn: '/asn', isp: undefined },
    });
    const config = file(
      'lightning.toml',
      [
        'geoip = { isp = "/isp", city = "/city" }',
        '[[networks]]',
        'name = "mainnet"',
        'cln = ["/a", "/b"]',
        '[[networks.lightningGroups]]',
        'slug = "ours"',
        'name = "Our nodes"',
        `nodes = ["02${'ab'.repeat(32)}"]`,
        '[[networks.lnd]]',
        'url = "https://h:2"',
        'macaroon = "/m"',
      ].join('\n'),
    );
    const fromFile = { url: 'https://h:2', macaroonFile: '/m', certificateFile: undefined };
    const more = {
      geography: { city: '/city', asn: undefined, isp: '/isp' },
      groups: [{ slug: 'ours', name: 'Our nodes', description: '', nodes: [`02${'ab'.repeat(32)}`] }],
    };
    expect(lightningOf({ config })).toEqual({ lnd: [fromFile], cln: ['/a', '/b'], ...more });
    expect(lightningOf({ config, cln: '/d' })).toEqual({ lnd: [fromFile], cln: ['/d'], ...more });
    expect(loadConfig({ node: 'http://h:1', cln: '/a' }, {}).web.lightning).toBe(true);
    expect(() => lightningOf({ lndMacaroon: '/m' })).toThrow('--lnd-macaroon, --lnd-cert: need --lnd');
    expect(() => lightningOf({ lnd: 'h:2' })).toThrow('--lnd: this value does not look like https://host:port');
    expect(() => loadConfig({ cln: '/a' }, {})).toThrow('--cln: needs --node');
  });

  it('reports a network that is not configured in one line', () => {
    expect(() => loadConfig({ network: 'signet' }, {})).toThrow(/^--network: needs --node$/);
    const other = file('other-network.toml', '[[networks]]\nname = "mainnet"\nnode = "http://a:1"\n');
    expect(() => loadConfig({ network: 'signet', config: other }, {})).toThrow(
      /^--network: "signet" is not among the networks$/,
    );
  });

  it('enables address search where configured, and in the demo unless disabled', () => {
    const [on, off] = [file('on.toml', 'addressSearch = true'), file('off.toml', 'addressSearch = false')];
    const searches = ({ addressSearch, web }: Config) => [addressSearch, web.addressSearch];
    expect(searches(loadConfig({ node: 'http://h:1' }, {}))).toEqual([false, false]);
    expect(searches(loadConfig({ node: 'http://h:1', config: on }, {}))).toEqual([true, true]);
    expect(searches(loadConfig({}, {}))).toEqual([true, true]);
    expect(searches(loadConfig({ config: off }, {}))).toEqual([false, false]);
  });

  it('reads credentials from the environment and from a file', () => {
    const passwordFile = file('password', 'secret\n');
    const environment = {
      GLASSBLOCK_NODE: 'http://h:1',
      GLASSBLOCK_NODE_USER: 'me',
      GLASSBLOCK_NODE_PASSWORD_FILE: passwordFile,
    };
    expect(loadConfig({}, environment).networks[0]?.node).toEqual({
      origin: 'http://h:1',
      user: 'me',
      password: 'secret',
    });
  });

  it('reads several networks from TOML or JSON, one of them as root', () => {
    const toml = file(
      'c.toml',
      'rootNetwork = "signet"\nport = 1\nmemory = "1GB"\njournalSize = "500MB"\njournalDays = 3\n[[networks]]\nname = "mainnet"\nnode = "http://a:1"\n[[networks]]\nname = "signet"\nnode = "http://b:2"\ncookie = "/c"\n[web]\nitemsPerPage = 25\n',
    );
    const config = loadConfig({ config: toml, port: '7' }, {});
    expect(config).toMatchObject({ port: 7, memoryBytes: 1e9, retention: { journalBytes: 5e8, days: 3 } });
    expect(config).toMatchObject({ web: { rootNetwork: 'signet', itemsPerPage: 25 } });
    expect(config.web.networks.map(({ name, path }) => [name, path])).toEqual([
      ['mainnet', 'mainnet'],
      ['signet', ''],
    ]);
    const json = file(
      'c.json',
      JSON.stringify({
        networks: [{ name: 'testnet4', node: 'http://a:1', zmq: 'tcp://a:2', txids: false, bodies: 'own' }],
      }),
    );
    expect(loadConfig({ config: json }, {}).networks).toEqual([
      { name: 'testnet4', node: { origin: 'http://a:1', zmq: 'tcp://a:2' }, stored: { ids: false, bodies: true } },
    ]);
  });

  it('reads files with a byte order mark and lines of Windows', () => {
    for (const text of ['port = 5 # note\r\nhost = "127.0.0.2"\r\n', '{ "port": 5,\r\n "host": "127.0.0.2" }'])
      expect(loadConfig({ config: file('windows', `\uFEFF${text}`) }, {})).toMatchObject({
        port: 5,
        host: '127.0.0.2',
      });
  });

  it('reports a network that occurs twice', () => {
    const network = (name: string) => `[[networks]]\nname = "${name}"\nnode = "http://u:p@h:1"\n`;
    const names = ['signet', 'liquid', 'mainnet', 'signet', 'liquid', 'signet'];
    expect(() => loadConfig({ config: file('twice.toml', names.map(network).join('')) }, {})).toThrow(
      /^networks: "signet" occurs twice\nnetworks: "liquid" occurs twice$/,
    );
  });

  it('fetches no prices unless configured', () => {
    expect(loadConfig({}, {}).prices).toEqual({ file: undefined, feeds: [], perHour: 1, extended: false });
    const own = file(
      'prices.toml',
      '[prices]\nfile = "/p.csv"\nfeeds = ["kraken", "bitflyer"]\nperHour = 12\nextended = true\n',
    );
    expect(loadConfig({ config: own }, {}).prices).toEqual({
      file: '/p.csv',
      feeds: ['kraken', 'bitflyer'],
      perHour: 12,
      extended: true,
    });
    for (const [text, fault] of [
      ['[prices]\nfeeds = ["mtgox"]\n', /prices\.feeds\.0/],
      ['[prices]\nperHour = 60\n', /prices\.perHour/],
      ['[prices]\nkey = "x"\n', /prices/],
    ] as const) {
      expect(() => loadConfig({ config: file('wrong.toml', text) }, {})).toThrow(fault);
    }
  });

  it.each([
    ['a misspelt option', {}, ['--nod', 'http://u:SECRET@h:1']],
    ['a misspelt option with an equals sign', {}, ['--nod=http://u:SECRET@h:1']],
    ['an address without an option', {}, ['http://u:SECRET@h:1']],
    ['an address as port', { port: 'http://u:SECRET@h:1' }, []],
    ['an address as network', { network: 'u:SECRET@h' }, []],
    ['an address as size', { memory: 'http://u:SECRET@h:1' }, []],
    ['an address as base path', { basePath: 'http://u:SECRET@h:1' }, []],
    ['an address with a bad port', { node: 'http://u:SECRET@h:99999' }, []],
    ['an address as configuration file', { config: 'http://u:SECRET@h:1' }, []],
  ])('does not repeat a password: %s', (_name, flags, words) => {
    expect(() => loadConfig(flags, {}, words)).toThrow(/^(?!.*SECRET)/s);
  });

  it.each([
    ['{ "networks": [{ "name": "regtest", "password": SECRET }] }', "Unexpected token 'S' in JSON"],
    ['{ "networks": [{ "name": "regtest", "nod": "http://u:SECRET@h:1" }] }', 'networks.0.nod: unknown setting'],
    ['[[networks]]\nname = "regtest"\nnod = "http://u:SECRET@h:1"', 'networks.0.nod: unknown setting'],
    ['[[networks]]\nnode = "http://u:SECRET@h:1" x', 'line 2, column 30: Invalid TOML document'],
    ['networks = "http://u:SECRET@h:1"', 'networks: must be array'],
    ['[[networks]]\nname = "regtest"\nnode = "http://h:1"\npasswordFile = "SECRET"', 'cannot be read (ENOENT)'],
    ['requestsPerHour = 5', 'requestsPerHour: unknown setting'],
  ])('does not repeat a password of a file, and says where it is wrong: %s', (content, text) => {
    const config = file('wrong.conf', content);
    expect(() => loadConfig({ config }, {})).toThrow(text);
    expect(() => loadConfig({ config }, {})).toThrow(/^(?!.*SECRET)(?!.*must not have additional)/s);
  });

  // libzmq throws for these when it connects, in a thread
  it.each(['tcp://10.0.0.2', 'tcp://:', 'ipc://', '10.0.0.2:5'])('refuses the ZMQ address %s', (zmq) => {
    const flags = { node: 'http://a:1', network: 'regtest' };
    expect(() => loadConfig({ ...flags, zmq }, {})).toThrow('does not look like tcp://host:port');
    expect(loadConfig({ ...flags, zmq: 'tcp://[::1]:5' }, {}).networks[0]?.node?.zmq).toBe('tcp://[::1]:5');
  });

  it('reads monitored hosts with or without their country, each once', () => {
    const given = (hosts: string) => loadConfig({ config: file('hosts.toml', `monitoredHosts = [${hosts}]`) }, {});
    expect(given('"https://a.example/", { url = "https://b.example", country = "DE" }').monitoredHosts).toEqual([
      { url: 'https://a.example' },
      { url: 'https://b.example', country: 'DE' },
    ]);
    expect(() => given('"https://a.example", { url = "https://a.example/" }')).toThrow(
      'monitoredHosts: https://a.example occurs twice',
    );
    expect(() => given('{ url = "https://a.example", country = "Germany" }')).toThrow('monitoredHosts.0');
  });

  it('reports all errors together', () => {
    const bad = file(
      'bad.json',
      JSON.stringify({ port: 'x', nonsense: 1, networks: [{ name: 'moonnet', node: 'ftp://a' }] }),
    );
    let text = '';
    try {
      loadConfig({ config: bad, port: '99999', memory: '3 bananas', basePath: 'x', zmq: 'tcp://a:1' }, {});
    } catch (error) {
      text = (error as Error).message;
    }
    for (const part of ['--port', 'memory', 'basePath', '--zmq: needs --node', 'port: ', 'nonsense: unknown setting'])
      expect(text).toContain(part);
    expect(() => loadConfig({ config: join(directory, 'absent') }, {})).toThrow(/absent/);
    expect(() => loadConfig({ node: 'ftp://x', network: 'moonnet' }, {})).toThrow(/moonnet[\s\S]*http:\/\//);
  });
});
