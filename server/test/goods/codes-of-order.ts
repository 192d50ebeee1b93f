import { orderDownload } from '../../../contract/tagging/order-download.ts';

/** A server that files are asked of. */
interface Asked {
  readonly admin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** The codes of an order, as they are printed. */
export async function codesOfOrder(server: Asked, id: number): Promise<string[]> {
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt`, { headers: { token: server.admin } });
  return (await file.text()).trimEnd().split('\n');
}
