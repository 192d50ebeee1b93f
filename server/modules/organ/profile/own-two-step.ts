import {
  twoStepBegin,
  twoStepConfirm,
  twoStepDisable,
  twoStepRecoveryCodes,
  twoStepState,
} from '@suyuan/contract/organ/own-account.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { Sessions } from '../session/sessions.ts';
import { type TwoStep, withoutTwoStep } from '../sign-in/two-step.ts';
import type { OwnSecrets } from './own-secrets.ts';

/** Serves enabling and disabling two-step sign-in of one's own account. */
export function serveOwnTwoStep(
  { routes }: Services,
  { sessions, twoStep }: { sessions: Sessions; twoStep: TwoStep },
  secrets: OwnSecrets,
): void {
  const options = { preHandler: secrets.ask('account_password') };

  routes.serve(twoStepState, async (_, { account, db }) => {
    const row = await db
      .selectFrom('account')
      .select(['two_step_since', 'recovery_secrets'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    return {
      enrolled: row.two_step_since !== null,
      since: row.two_step_since?.toISOString() ?? null,
      required: account.two_step_required,
      recovery_codes_left: row.recovery_secrets.length,
    };
  });

  routes.change(
    twoStepBegin,
    async (_, { account }, change) => {
      const row = await own(change, account.id);
      if (row.two_step_since) throw conflict('two_step_on');
      const { secret, uri, sealed } = twoStep.newSecret(account.id, account.account_name);
      await update(change, account.id, { ...withoutTwoStep, two_step_secret_sealed: sealed });
      return { secret, uri };
    },
    options,
  );

  routes.change(twoStepConfirm, async ({ one_time_code }, { account, token }, change) => {
    const row = await own(change, account.id);
    if (row.two_step_since) throw conflict('two_step_on');
    if (!row.two_step_secret_sealed) throw conflict('two_step_not_begun');
    const step = twoStep.stepOf(account.id, row.two_step_secret_sealed, one_time_code, null);
    if (step === undefined) throw badInput({ path: 'one_time_code', reason: 'wrong_code' });
    const { codes, macs } = twoStep.newRecoveryCodes(account.id);
    const on = { two_step_since: new Date(), two_step_last: step, recovery_secrets: macs };
    await update(change, account.id, on);
    // The other sessions were opened without a second step.
    change.afterwards(() => sessions.closeAll(account.id, token));
    return { recovery_codes: codes };
  });

  routes.change(
    twoStepDisable,
    async (_, { account }, change) => {
      await requireOn(change, account.id);
      if (account.two_step_required) throw conflict('two_step_required');
      await update(change, account.id, withoutTwoStep);
      return null;
    },
    options,
  );

  routes.change(
    twoStepRecoveryCodes,
    async (_, { account }, change) => {
      await requireOn(change, account.id);
      const { codes, macs } = twoStep.newRecoveryCodes(account.id);
      await update(change, account.id, { recovery_secrets: macs });
      return { recovery_codes: codes };
    },
    options,
  );
}

/** Locks one's own row, and announces it to the audit log. */
async function own(change: Change, accountId: number) {
  await change.changing('account', accountId);
  return change.db
    .selectFrom('account')
    .select(['two_step_since', 'two_step_secret_sealed'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

async function requireOn(change: Change, accountId: number): Promise<void> {
  const { two_step_since } = await own(change, accountId);
  if (!two_step_since) throw conflict('two_step_off');
}

interface TwoStepColumns {
  two_step_secret_sealed?: Buffer | null;
  two_step_since?: Date | null;
  two_step_last?: number | null;
  recovery_secrets?: string[];
}

const update = (change: Change, accountId: number, columns: TwoStepColumns) =>
  change.db.updateTable('account').set(columns).where('id', '=', accountId).execute();
