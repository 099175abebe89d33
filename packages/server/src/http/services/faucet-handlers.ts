import type { FaucetRouteId, FaucetStatus } from '@glassblock/contract/services';
import type { FaucetState } from '@glassblock/services';
import type { OpenFaucet } from '../../services/open-faucets.ts';
import { integerOf, optionalTextOf, type ServiceCall, textOf } from './service-call.ts';
import { ServiceFault } from './service-fault.ts';
import { type ServiceHandler, userOf } from './service-handlers.ts';

const codes: Readonly<Record<FaucetState, FaucetStatus['code']>> = {
  ok: 'ok',
  empty: 'faucet_not_available_no_utxo',
  'too-soon': 'faucet_too_soon',
  'maximum-reached': 'faucet_maximum_reached',
  'not-available': 'faucet_not_available',
};

function faucetFor({ services, request }: ServiceCall): OpenFaucet {
  const { network } = request.params as { network: string };
  const found = services.faucets.find(network);
  if (found === undefined) throw new ServiceFault('faucet_not_available');
  return found;
}

const maxAddressLength = 120;

/** Handlers of faucets. */
export const faucetHandlers: Readonly<Record<FaucetRouteId, ServiceHandler>> = {
  async faucetStatus(call): Promise<FaucetStatus> {
    const { faucet } = faucetFor(call);
    const { address, state } = await faucet.status(userOf(call).id);
    const { min, max } = faucet.limits;
    return { ...(address !== undefined && { address }), min, max, code: codes[state] };
  },
  async faucetRequest(call) {
    const { faucet, needsProof } = faucetFor(call);
    const [address, sats] = [textOf(call.fields, 'address').trim(), integerOf(call.fields, 'sats')];
    if (address.length > maxAddressLength) throw new ServiceFault('bad_request');
    if (needsProof) {
      const proof = optionalTextOf(call.fields, 'altcha');
      if (proof === undefined || !(await call.services.signIn.proofs.verify(proof)))
        throw new ServiceFault('bad_request');
    }
    return { txid: await faucet.request(userOf(call).id, address, sats) };
  },
};
