import { afterAll } from 'vitest';
import type { Capture } from '#trace/capture/capture.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { captureAt, makeStage } from './capture-stage.ts';

/** The server of a test file about events that are carried out without calls. */
export async function captureServer(): Promise<{ readonly server: TestServer; readonly capture: Capture }> {
  const server = await testServer();
  afterAll(() => server.stop());
  await makeStage(server.sql);
  return { server, capture: captureAt(server.sql) };
}
