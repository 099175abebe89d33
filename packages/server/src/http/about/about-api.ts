import { type AboutList, aboutImages, aboutLists } from '@glassblock/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AboutData, isPathPart } from '../../sources/about/about-data.ts';
import { corsHeaders } from '../answers/send-reply.ts';

/** Seconds for which caches may store lists and images. */
const [listSeconds, imageSeconds] = [3_600, 86_400];

/** Registers lists and images of the about page, without a network: clients of mempool.space expect them everywhere. */
export function registerAbout(
  app: FastifyInstance,
  { basePath, data, onFailure }: { basePath: string; data: AboutData; onFailure(error: unknown): void },
): void {
  const failed = (reply: FastifyReply, error: unknown) => {
    onFailure(error);
    return reply.code(500).headers(corsHeaders).send('');
  };
  for (const [name, { path }] of Object.entries(aboutLists) as [AboutList, (typeof aboutLists)[AboutList]][])
    app.get(basePath + path, async (_request, reply) => {
      try {
        const body = JSON.stringify(await data.list(name));
        const headers = { ...corsHeaders, 'cache-control': `public, max-age=${listSeconds}` };
        return reply.headers(headers).type('application/json; charset=utf-8').send(body);
      } catch (error) {
        return failed(reply, error);
      }
    });
  for (const [list, path] of Object.entries(aboutImages) as [AboutList, string][])
    for (const end of list === 'sponsors' ? ['', '/:md5'] : [''])
      app.get<{ Params: { name: string; md5?: string } }>(`${basePath}${path}/:name${end}`, async (request, reply) => {
        const { name, md5 } = request.params;
        if (!isPathPart(name) || (md5 !== undefined && !isPathPart(md5)))
          return reply.code(400).headers(corsHeaders).send('');
        try {
          const image = await data.image(list, name);
          if (image === undefined) return reply.code(404).headers(corsHeaders).send('');
          const headers = { ...corsHeaders, 'cache-control': `public, max-age=${imageSeconds}` };
          return reply.headers(headers).type(image.contentType).send(image.bytes);
        } catch (error) {
          return failed(reply, error);
        }
      });
}
