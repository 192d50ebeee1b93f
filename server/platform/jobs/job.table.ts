import type { Generated } from 'kysely';
import { defineTable } from '../database/table.ts';
import type { Failure } from './failure.ts';

declare module '../database/schema.ts' {
  interface Schema {
    job: JobTable;
    job_file_piece: JobFilePieceTable;
  }
}

export type JobState = 'waiting' | 'running' | 'done' | 'stopped' | 'broken';

interface JobTable {
  id: string;
  kind: string;
  menu_key: string;
  state: Generated<JobState>;
  account_id: number;
  ip: string;
  language: string;
  source_name: string | null;
  input: object;
  phase: string | null;
  rows: number | null;
  done: Generated<number>;
  accepted: Generated<number>;
  refused: Generated<number>;
  cursor: object | null;
  result: object | null;
  failure: Failure | null;
  run: Generated<number>;
  tries: Generated<number>;
  run_began_at: Date | null;
  run_began_done: Generated<number>;
  stop_asked_at: Date | null;
  party: string | null;
  turn: string | null;
  server: string | null;
  kept_bytes: Generated<number>;
  created_at: Generated<Date>;
  started_at: Date | null;
  seen_at: Date | null;
  ended_at: Date | null;
}

interface JobFilePieceTable {
  job_id: string;
  file: 'original' | 'refusals';
  position: number;
  bytes: Buffer;
}

// Both are accessed without row security: calls check themselves whose job it is.
export const jobTable = defineTable('job', { rows: 'enterprise', placement: 'local', auditedThrough: 'never' });

export const jobFilePieceTable = defineTable('job_file_piece', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});
