import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { nkeys } from '@nats-io/transport-node';

const fixture = (name: string) => fileURLToPath(new URL(`../../../lightning/test/fixtures/${name}`, import.meta.url));

/** Authority of the certificate of a bus with `secureSettings`; it is for 127.0.0.1. */
export const busCertificate = fixture('tls-cert.pem');

type Keys = ReturnType<typeof nkeys.createUser>;

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** Signs claims about a key as `nsc` does. */
function jwtOf(subject: Keys, issuer: Keys, nats: object): string {
  const header = base64(JSON.stringify({ typ: 'JWT', alg: 'ed25519-nkey' }));
  const claims = {
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
    nats: { ...nats, version: 2 },
  };
  const signed = `${header}.${base64(JSON.stringify(claims))}`;
  return `${signed}.${base64(issuer.sign(Buffer.from(signed)))}`;
}

const unlimited = { subs: -1, data: -1, payload: -1 };
const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
const connections = { imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };

/** Returns settings of a bus that accepts encrypted connections of one user only, and the contents of its credentials file. */
export function secureSettings(): { settings: string; credentials: string } {
  const [operator, user] = [nkeys.createOperator(), nkeys.createUser()];
  const [system, account] = [nkeys.createAccount(), nkeys.createAccount()];
  const accountJwt = (keys: Keys, limits: object) =>
    jwtOf(keys, operator, { type: 'account', limits: { ...unlimited, ...connections, ...limits } });
  const settings = `
operator: ${jwtOf(operator, operator, { type: 'operator' })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${system.getPublicKey()}: ${accountJwt(system, {})}
  ${account.getPublicKey()}: ${accountJwt(account, storage)}
}
tls { cert_file: "${busCertificate}", key_file: "${fixture('tls-key.pem')}" }
`;
  const credentials = `-----BEGIN NATS USER JWT-----
${jwtOf(user, account, { type: 'user', ...unlimited })}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${Buffer.from(user.getSeed()).toString()}
------END USER NKEY SEED------
`;
  return { settings, credentials };
}
