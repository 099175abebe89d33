import { randomBytes } from 'node:crypto';
import { createUser, creditUser, type Database, type User } from '@glassblock/services';

/** Balance of a new user, sats: some accelerations at the fees of the demo. */
export const simulatedBalance = 2_000_000;

/** Creates a user of the demo with a random name and simulated sats. */
export async function createSimulatedUser(database: Database, nowSeconds: number): Promise<User> {
  const username = `demo-${randomBytes(4).toString('hex')}`;
  const user = await createUser(database, { username }, nowSeconds);
  const idempotencyKey = `credit:simulated ${username}`;
  await creditUser(database, { userId: user.id, amountSats: simulatedBalance, idempotencyKey }, nowSeconds);
  return user;
}
