import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplate, startTestPostgres } from '@suyuan/server/test/harness/embedded.ts';
import { tell } from './run.ts';
import { offerSampleServer } from './sample-server.ts';

/** Runs before the first test; the returned function runs after the last one. */
export default async function begin(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const compiled = await mkdtemp(join(tmpdir(), 'suyuan-compiled-'));
  const sample = await offerSampleServer();
  tell({ postgres: postgres.url, template: await makeTemplate(postgres.url), compiled, sample: sample.url });
  // The sample data are written while other tests run, instead of making all wait. A failure is reported to the tests that need
  // them.
  if (process.env.E2E_SAMPLE_AHEAD === 'on') fetch(sample.url).catch(() => undefined);
  return async () => {
    await sample.stop();
    await postgres.stop();
    await rm(compiled, { recursive: true, force: true });
  };
}
