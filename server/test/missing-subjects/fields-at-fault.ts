import type { Call } from '@suyuan/contract/call/call.ts';
import type { TestCalls } from '../harness/server.ts';

/** The fields that a call is refused for with a 400; rejects if it is answered otherwise. */
export async function fieldsAtFault<C extends Call>(server: TestCalls, call: C, input: unknown): Promise<string[]> {
  const { status, envelope } = await server.call(call, input);
  if (status !== 400) throw new Error(`${call.path}: ${status}`);
  const { fields = [] } = (envelope as { data: { fields?: { path: string }[] } | null }).data ?? {};
  return fields.map(({ path }) => path);
}
