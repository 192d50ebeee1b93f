import { calls } from '@suyuan/contract/calls.ts';
import { expect, test } from 'vitest';
import { writerOf } from './serialization.ts';

// Compiled when it is first answered by: what could not be compiled would be found by a caller.
test('the response of every call can be serialised', () => {
  for (const call of calls) expect(() => writerOf(call.output), call.path).not.toThrow();
});
