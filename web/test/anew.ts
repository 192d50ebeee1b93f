import { afterAll, vi } from 'vitest';

// Test files share a process: the next one has fresh modules, and none of the globals that this one replaced.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});
