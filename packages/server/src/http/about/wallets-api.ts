import type { FastifyInstance, FastifyReply } from 'fastify';
import type { WatchedWallets } from '../../api/address/watched-wallets.ts';
import { corsHeaders } from '../answers/send-reply.ts';

/** Registers watched wallets and treasuries, without a network. Without wallets the list of treasuries is empty. */
export function registerWallets(
  app: FastifyInstance,
  { basePath, wallets, onFailure }: { basePath: string; wallets: WatchedWallets; onFailure(error: unknown): void },
): void {
  const send = (reply: FastifyReply, value: unknown) =>
    reply
      .headers({ ...corsHeaders, 'cache-control': 'public, max-age=5' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(value));
  const fail = (reply: FastifyReply, status: number, error: string) =>
    reply.code(status).headers(corsHeaders).type('application/json; charset=utf-8').send(JSON.stringify({ error }));
  app.get<{ Params: { name: string } }>(`${basePath}api/v1/wallet/:name`, async (request, reply) => {
    try {
      const wallet = await wallets.find(request.params.name);
      if (wallet !== undefined) return send(reply, wallet);
      return reply.code(404).headers(corsHeaders).type('text/plain').send('No such wallet');
    } catch (error) {
      onFailure(error);
      return fail(reply, 500, 'Failed to get wallet');
    }
  });
  app.get(`${basePath}api/v1/treasuries`, async (_request, reply) => {
    try {
      return send(reply, await wallets.treasuries());
    } catch (error) {
      onFailure(error);
      return fail(reply, 500, 'Failed to get treasuries');
    }
  });
}
