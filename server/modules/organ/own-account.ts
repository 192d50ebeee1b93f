import { self, updatePasswordSelf } from '../../../contract/organ.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../../platform/passwords.ts';
import { badInput } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';

export function serveOwnAccount({ system: { sql }, routes, sessions, config }: Services): void {
  routes.serve(self, async (_, { account }) => {
    const [row] = await sql<{ last_login_at: Date | null; last_login_ip: string | null }[]>`
      select last_login_at, last_login_ip from account where id = ${account.id}`;
    const { account_name, name, account_type, must_change_password } = account;
    return {
      account_name,
      name,
      account_type,
      must_change_password,
      last_login_at: row?.last_login_at?.toISOString() ?? null,
      last_login_ip: row?.last_login_ip ?? null,
      time_zone: config.timeZone,
    };
  });

  routes.change(updatePasswordSelf, async ({ old_password, new_password }, { account, token }, change) => {
    await change.changing('account', account.id);
    const row = await change.db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account.id)
      .executeTakeFirst();
    if (!row || !(await isPassword(row.password_hash, old_password))) {
      throw badInput({ path: 'old_password', reason: 'wrong_password' });
    }
    requireGoodPassword(new_password, account.account_name, 'new_password');
    if (new_password === old_password) throw badInput({ path: 'new_password', reason: 'password_same' });
    const hash = await hashPassword(new_password);
    await change.db
      .updateTable('account')
      .set({ password_hash: hash, must_change_password: false, updated_at: new Date() })
      .where('id', '=', account.id)
      .execute();
    change.afterwards(() => sessions.closeAll(account.id, token));
    return null;
  });
}
