import { self, selfPicture, selfUpdate, updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { badInput } from '#platform/refusal.ts';
import { hashPassword, requireGoodPassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';
import type { Sessions } from '../session/sessions.ts';
import type { OwnSecrets } from './own-secrets.ts';

export function serveOwnAccount(
  { routes, timeZone, pictures }: Services,
  sessions: Sessions,
  secrets: OwnSecrets,
): void {
  routes.serve(self, async (_, { account, token, db }) => {
    const { at, ip } = await sessions.signInBefore(token ?? '');
    const profile = await db
      .selectFrom('account')
      .select(['avatar', 'introduction'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    const { account_name, name, account_type, must_change_password, two_step_due } = account;
    return {
      id: account.id,
      account_name,
      name,
      account_type,
      must_change_password,
      two_step_due,
      last_login_at: at?.toISOString() ?? null,
      last_login_ip: ip,
      time_zone: timeZone(),
      ...profile,
      viewed_role: account.viewed_role ?? null,
    };
  });

  // `updated_at` stays, so that this does not conflict with an open form of the account's administration.
  routes.change(selfUpdate, async ({ introduction, avatar }, { account }, change) => {
    const wish = { ...(introduction !== undefined && { introduction }), ...(avatar === null && { avatar }) };
    if (Object.keys(wish).length === 0) return null;
    await change.changing('account', account.id);
    await change.db.updateTable('account').set(wish).where('id', '=', account.id).execute();
    return null;
  });

  routes.change(selfPicture, async (_, { account, file }, change) => {
    const { hash } = await pictures.keep(await file.bytes(), change);
    await change.changing('account', account.id);
    await change.db.updateTable('account').set({ avatar: hash }).where('id', '=', account.id).execute();
    return { avatar: hash };
  });

  routes.change(
    updatePasswordSelf,
    async ({ old_password, new_password }, { account, token }, change) => {
      await requireGoodPassword(new_password, account.account_name, 'new_password');
      if (new_password === old_password) throw badInput({ path: 'new_password', reason: 'password_same' });
      await change.changing('account', account.id);
      await change.db
        .updateTable('account')
        .set({ password_hash: await hashPassword(new_password), must_change_password: false, updated_at: new Date() })
        .where('id', '=', account.id)
        .execute();
      change.afterwards(() => sessions.closeAll(account.id, token));
      return null;
    },
    { preHandler: secrets.ask('old_password') },
  );
}
