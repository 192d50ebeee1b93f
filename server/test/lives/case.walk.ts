import { caseLife } from '@suyuan/contract/inspect/case/case.life.ts';
import {
  caseAdd,
  caseClose,
  caseLink,
  caseReopen,
  caseUnlink,
  caseUpdate,
  caseWarningsAdd,
  caseWarningsRemove,
} from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { suspected } from '../goods/suspected.ts';
import { defineWalk, type Stage } from './walk.ts';

interface Looked {
  readonly id: number;
  /** What it has at first, and what may come to it. */
  readonly warnings: readonly [number, number];
  readonly evidence: readonly [number, number];
}

let begun = 0;
const due_at = '2030-01-01T00:00:00.000Z';
const close = (id: number) => ({ id, outcome: 'right', reason: 'sold elsewhere' }) as const;

/** Which of two records comes to the case next, and which leaves it. */
const next = ([first, other]: readonly [number, number], there: readonly number[]) => ({
  coming: there.includes(first) ? other : first,
  leaving: there.includes(other) ? other : first,
});

async function warningsOf({ server }: Stage, { id, warnings }: Looked) {
  const { warnings_of } = await server.data(caseDetail, { id });
  return next(
    warnings,
    warnings_of.map((one) => one.id),
  );
}

async function evidenceOf({ server }: Stage, { id, evidence }: Looked) {
  const detail = await server.data(caseDetail, { id });
  return next(
    evidence,
    detail.evidence.map((one) => one.id),
  );
}

/** A case of one warning with a piece of evidence, and others that may come to it. */
export default defineWalk<typeof caseLife, Looked>({
  life: caseLife,
  begin: async ({ server }, status) => {
    begun += 1;
    const first = await suspected(server.sql, { subject: `walk-${begun}-1` });
    const other = await suspected(server.sql, { subject: `walk-${begun}-2` });
    await server.sql`update consumer_warning set status = 'investigating', owner_id = 1 where id in (${first}, ${other})`;
    const { id } = await server.data(caseAdd, { title: 'diverted', warning_ids: [first], owner_id: 1, due_at });
    const [proof, more] = [
      await server.data(forensicAdd, { note: 'a bottle', case_id: id }),
      await server.data(forensicAdd, { note: 'another one' }),
    ];
    if (status === 'closed') await server.data(caseClose, close(id));
    return { id, warnings: [first, other], evidence: [proof.id, more.id] };
  },
  take: {
    update: async ({ server }, { id }) => {
      const { title } = await server.data(caseDetail, { id });
      await server.data(caseUpdate, { id, title: title === 'diverted' ? 'copied' : 'diverted', owner_id: 1, due_at });
    },
    addwarnings: async (stage, thing) =>
      stage.server.data(caseWarningsAdd, { id: thing.id, warning_ids: [(await warningsOf(stage, thing)).coming] }),
    removewarnings: async (stage, thing) =>
      stage.server.data(caseWarningsRemove, { id: thing.id, warning_ids: [(await warningsOf(stage, thing)).leaving] }),
    link: async (stage, thing) =>
      stage.server.data(caseLink, { id: thing.id, evidence_ids: [(await evidenceOf(stage, thing)).coming] }),
    unlink: async (stage, thing) =>
      stage.server.data(caseUnlink, { id: thing.id, evidence_ids: [(await evidenceOf(stage, thing)).leaving] }),
    close: ({ server }, { id }) => server.data(caseClose, close(id)),
    reopen: ({ server }, { id }) => server.data(caseReopen, { id, reason: 'another shop' }),
  },
  see: async ({ server }, { id, warnings }) => {
    const { steps: _, ...detail } = await server.data(caseDetail, { id });
    const all = await server.data(consumerWarning.page, { size: 500 });
    return { detail, warnings: all.rows.filter((row) => warnings.includes(row.id)) };
  },
});
