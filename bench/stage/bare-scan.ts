import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import Fastify from 'fastify';

/** The baseline of scanning: a bare handler with one indexed SELECT and one INSERT, and one with the INSERT alone. */
const sql = openSql(process.env.DATABASE_URL as string, { max: Number(process.env.CONNECTIONS) });
const app = Fastify();

app.post<{ Body: { code: string } }>('/scan', async ({ body: { code } }) => {
  const [row] = await sql`select product from bare_code where code = ${code}`;
  await sql`insert into bare_scan (code) values (${code})`;
  return { product: row?.product };
});

app.post<{ Body: { code: string } }>('/insert', async ({ body: { code } }) => {
  await sql`insert into bare_scan (code) values (${code})`;
  return { code };
});

console.log(`Address ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
