import { noticeList } from '@suyuan/contract/access/notice.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { callProcess, password, type ServerProcess, signIn, startProcess } from './process.ts';

// A server as a process, with a rule that codes are ordered of.

export interface Shop {
  readonly server: ServerProcess;
  readonly token: string;
  /** The id of the rule. */
  readonly rule: number;
}

type Env = Record<string, string>;

/** A new one. */
export async function opened(dataDir: string, env: Env = {}): Promise<Shop> {
  const server = await startProcess(dataDir, { SUYUAN_ADMIN_PASSWORD: password, ...env });
  const token = await signIn(server);
  const { id: rule } = await callProcess(server, token, codeRule.add, {
    rule_name: 'Bottles',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  return { server, token, rule };
}

/** The same on a database that has the rule. */
export async function reopened(dataDir: string, rule: number, env: Env = {}): Promise<Shop> {
  const server = await startProcess(dataDir, { SUYUAN_ADMIN_PASSWORD: password, ...env });
  return { server, token: await signIn(server), rule };
}

export const order = ({ server, token, rule }: Shop, quantity = 5) =>
  callProcess(server, token, orderAdd, { rule_id: rule, quantity });

/** The numbers of all orders of codes, the newest first. */
export const orderNumbers = async ({ server, token }: Shop): Promise<string[]> =>
  (await callProcess(server, token, codeOrder.page, { size: 100 })).rows.map(({ order_no }) => order_no);

/** The kinds of the administrator's notices. */
export const noticesOf = async ({ server, token }: Shop): Promise<string[]> =>
  (await callProcess(server, token, noticeList, {})).rows.map(({ kind }) => kind);
