import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';

/** A server that hands out files. */
interface FileServer {
  readonly admin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** The input with which codes are handed out, the first time or again. */
export const handingOut = { purpose: 'test', reprint: 'test' } as const;

/** The codes of an order, as they are printed. */
export async function codesOfOrder(server: FileServer, id: number): Promise<string[]> {
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
    headers: { token: server.admin },
  });
  return (await file.text()).trimEnd().split('\n');
}
