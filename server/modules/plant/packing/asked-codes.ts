import { ErrorCode } from '../../../../contract/call/errors.ts';
import type { ActRefusal, RefusalReason } from '../../../../contract/trace/refusal.ts';
import { type Account, type Caller, isOfEnterprise } from '../../../platform/caller.ts';
import { type Language, text } from '../../../platform/language.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import type { Refused } from '../../../trace/capture/refused.ts';
import { Ledger } from '../../../trace/state/ledger.ts';

/** A code that was refused, as it was sent. */
interface RefusedText {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** Codes of a call: what each is, and how it was sent. */
export class AskedCodes {
  readonly #texts = new Map<number, string>();
  readonly #rooms: Rooms;
  readonly #services: Services;

  private constructor(services: Services, rooms: Rooms) {
    this.#services = services;
    this.#rooms = rooms;
  }

  /**
   * Reads what was sent. Throws 409 with every text that is no code; what a party's people may not touch is none for them.
   * Unknown codes are counted, as everywhere.
   */
  static async read(
    services: Services,
    rooms: Rooms,
    caller: Caller<Account>,
    texts: readonly string[],
  ): Promise<{ asked: AskedCodes; ids: number[] }> {
    const asked = new AskedCodes(services, rooms);
    const watch = await rooms.guesses.watch(caller);
    const { sql } = services.system;
    const found = await rooms.rules.find(sql, texts);
    const own = await ownAmong(
      services,
      caller,
      found.flatMap((code) => (code ? [code.id] : [])),
    );
    const unknown: RefusedText[] = [];
    const ids = found.flatMap((code, index) => {
      const sent = texts[index] as string;
      if (code && own(code.id)) {
        asked.#texts.set(code.id, sent);
        return [code.id];
      }
      const isMisread = !code && rooms.rules.resembles(sent);
      unknown.push({ code: sent, reason: isMisread ? 'bad_check_character' : 'unknown_code', conflict: null });
      return [];
    });
    await watch.saw(texts.length, unknown.length);
    if (unknown.length > 0) throw actRefused(unknown);
    return { asked, ids };
  }

  /** The 409 for what the capture refused. */
  async refusal(refused: readonly Refused[]): Promise<Refusal> {
    const conflicts = refused.flatMap(({ conflict }) => (typeof conflict === 'number' ? [conflict] : []));
    const texts = await this.#rooms.rules.texts(this.#services.system.sql, [
      ...conflicts,
      ...refused.map(({ code }) => code).filter((id) => !this.#texts.has(id)),
    ]);
    return actRefused(
      refused.map(({ code, reason, conflict = null }) => ({
        code: this.#texts.get(code) ?? texts.get(code) ?? '',
        reason,
        conflict: typeof conflict === 'number' ? (texts.get(conflict) ?? null) : conflict,
      })),
    );
  }
}

/** 409 that names each code with its reason, what it collides with, and what to do. */
function actRefused(refused: readonly RefusedText[]): Refusal {
  const sentence = (language: Language, { reason, conflict }: RefusedText) =>
    text(language, `refusal.act.${reason}`, { conflict: conflict ?? '' });
  return new Refusal(
    409,
    ErrorCode.conflict,
    { reason: 'act_refused', params: { count: refused.length } },
    {
      details: (language): { refusals: ActRefusal[] } => ({
        refusals: refused.map((one) => ({ ...one, message: sentence(language, one) })),
      }),
    },
  );
}

/** Which codes a caller may touch: a factory's people those of its own work orders, and those that are on no goods yet. */
async function ownAmong(
  { system }: Services,
  { account, db }: Caller<Account>,
  ids: readonly number[],
): Promise<(id: number) => boolean> {
  if (isOfEnterprise(account)) return () => true;
  const ledger = new Ledger(system.sql);
  await ledger.read(ids);
  const orders = [...new Set(ids.flatMap((id) => ledger.get(id)?.workOrderId ?? []))];
  const rows =
    orders.length === 0 ? [] : await db.selectFrom('work_order').select('id').where('id', 'in', orders).execute();
  const own = new Set(rows.map(({ id }) => id));
  return (id) => {
    const record = ledger.get(id);
    return record !== undefined && (record.workOrderId === null || own.has(record.workOrderId));
  };
}
