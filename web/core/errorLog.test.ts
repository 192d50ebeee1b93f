import { afterEach, expect, test, vi } from 'vitest';
import { clearErrors, logError, useErrorLog } from './errorLog.ts';

vi.stubGlobal('window', { location: { href: 'https://console.example/records' } });
afterEach(clearErrors);

test('logs runtime errors with message, info, URL and stack', () => {
  const error = new Error('boom');
  logError(error, 'unhandledrejection', true);
  expect(useErrorLog.getState().errors).toMatchObject([
    { message: 'boom', info: 'unhandledrejection', url: 'https://console.example/records', stack: error.stack },
  ]);
});

test('logs in production only', () => {
  logError(new Error('boom'), '', false);
  expect(useErrorLog.getState().errors).toEqual([]);
});

test('keeps a limited number of errors', () => {
  for (let time = 0; time < 500; time++) logError(`error ${time}`, '', true);
  const { errors } = useErrorLog.getState();
  expect(errors).toHaveLength(200);
  expect(errors.at(-1)?.message).toBe('error 499');
});
