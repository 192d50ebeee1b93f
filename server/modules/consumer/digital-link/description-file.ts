import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/services.ts';
import { linksetContext, vocabulary } from './linkset.ts';

export const methods = 'GET, HEAD, OPTIONS';

/** Other sites may read the answers of the resolver. */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods,
  'access-control-expose-headers': 'Link, Location',
  'cross-origin-resource-policy': 'cross-origin',
};

interface Operator {
  readonly enterprise_name: string;
  readonly address: string | null;
}

/** Serves the resolver description file of the standard, with the enterprise as its operator. */
export function describeResolver(app: FastifyInstance, services: Services): void {
  const url = '/.well-known/gs1resolver';
  app.options(url, (_, reply) =>
    reply
      .code(204)
      .headers({ ...crossOrigin, allow: methods })
      .send(),
  );
  app.get(url, async (_, reply) => {
    reply.headers(crossOrigin).header('cache-control', 'public, max-age=3600');
    const [operator] = await services.system.anonymous.sql<Operator[]>`select enterprise_name, address from enterprise`;
    return {
      name: operator?.enterprise_name || 'suyuan',
      resolverRoot: services.publicUrl(),
      supportedPrimaryKeys: ['01', '00'],
      supportedLinkType: [{ namespace: vocabulary, prefix: 'gs1:' }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: linksetContext,
      ...(operator?.enterprise_name ? { contact: contactOf(operator) } : {}),
    };
  });
}

const contactOf = ({ enterprise_name, address }: Operator) => ({
  fn: enterprise_name,
  ...(address ? { hasAddress: { streetAddress: address } } : {}),
});
