import { afterAll, expect } from 'vitest';
import { differences } from '#trace/figures/verify.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { Goods } from './goods.ts';

interface GoodsServer {
  readonly server: TestServer;
  readonly goods: Goods;
  /** A warehouse that goods are made into and leave from, and a dealer that they go to. */
  readonly from: number;
  readonly dealerId: number;
}

/** The server of a test file about goods. When the file is done, what is reckoned of them has to agree with the ledger. */
export async function goodsServer(): Promise<GoodsServer> {
  const server = await testServer();
  afterAll(async () => {
    expect(await differences(server.sql)).toEqual([]);
    await server.stop();
  });
  const goods = await Goods.on(server);
  return { server, goods, from: await goods.warehouse(), dealerId: await goods.dealer() };
}
