import { afterAll } from 'vitest';
import { dropDatabases } from './new-database.ts';

// Before all hooks of a test file, so it is done after them: its servers have stopped.
afterAll(dropDatabases);
