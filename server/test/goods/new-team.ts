import { factory } from '@suyuan/contract/plant/factory.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import type { TestServer } from '../harness/server.ts';

let teams = 0;

/** A team of a factory of its own; its id. */
export async function newTeam(server: Pick<TestServer, 'data'>): Promise<number> {
  const code = `TEAM-${++teams}`;
  const { id: factory_id } = await server.data(factory.add, { factory_code: code, factory_name: code });
  const hours = { shift_start: '08:00', shift_end: '16:00' };
  return (await server.data(team.add, { team_code: code, team_name: code, factory_id, ...hours })).id;
}
