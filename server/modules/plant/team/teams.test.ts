import { memberChoices, team } from '@suyuan/contract/plant/shift/team.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let one: number;
let other: number;
const people = new Map<string, number>();
beforeAll(async () => {
  server = await testServer();
  [one, other] = [await server.party('factory'), await server.party('factory')];
  await server.as([], { name: 'zhang', factory: one });
  await server.as([], { name: 'li', factory: other });
  await server.as([], { name: 'boss' });
  await server.as([], { name: 'shop', dealer: await server.party('dealer') });
  for (const { id, account_name } of await server.sql`select id, account_name from account`)
    people.set(account_name, id);
});
afterAll(() => server.stop());

const night = { team_name: '夜班', shift_start: '20:00', shift_end: '08:00' };
const idsOf = (...names: string[]) => names.map((name) => people.get(name) as number);

test('a team has a shift, over midnight too, and members of its factory or the enterprise', async () => {
  const members = idsOf('zhang', 'boss');
  const { id } = await server.data(team.add, { ...night, team_code: 'T1', factory_id: one, members });
  const rest = { id, shift_end: '08:00', member_accounts: 'boss, zhang', factory_code: 'factory-1' };
  expect((await server.data(team.page, { keyword: 'yb' })).rows).toMatchObject([rest]);
  await server.data(team.update, { id, ...night, team_code: 'T1', members: idsOf('zhang') });
  expect((await server.data(team.page, {})).rows).toMatchObject([{ members: idsOf('zhang'), member_names: 'zhang' }]);
  await server.data(team.update, { id, ...night, team_code: 'T1', team_name: '乙班' });
  expect((await server.data(team.page, {})).rows).toMatchObject([{ team_name: '乙班', members: idsOf('zhang') }]);
});

test('people of others cannot be members, and a shift has a duration', async () => {
  for (const [name, reason] of [
    ['li', 'members of_other_party'],
    ['shop', 'members of_other_party'],
  ] as const) {
    const refused = await server.call(team.add, { ...night, team_code: 'T2', factory_id: one, members: idsOf(name) });
    expect(reasonsOf(refused.envelope)).toEqual([reason]);
  }
  const none = await server.call(team.add, { ...night, team_code: 'T2', factory_id: one, members: [999_999] });
  expect(reasonsOf(none.envelope)).toEqual(['members no_such']);
  const empty = await server.call(team.add, { ...night, shift_end: '20:00', team_code: 'T2', factory_id: one });
  expect(reasonsOf(empty.envelope)).toEqual(['shift_end shift_without_length']);
  expect((await server.call(team.add, { ...night, shift_end: '24:00', team_code: 'T2', factory_id: one })).status).toBe(
    400,
  );
});

test("a team's code is unique in its factory", async () => {
  const taken = await server.call(team.add, { ...night, team_code: 't1', factory_id: one });
  expect(reasonsOf(taken.envelope)).toEqual(['team_code taken']);
  await server.data(team.add, { ...night, team_code: 'T1', factory_id: other, members: idsOf('li', 'boss') });
});

test('teams are exported and imported unchanged; a file names members by their accounts', async () => {
  const file = await csvOf(server, team.export, {});
  const again = await bringFile(server, team.import, file, { existing: 'update' });
  expect([again.refused, again.unchanged]).toEqual([[], again.total]);
  const more = `team_code,team_name,factory_code,shift_start,shift_end,成员账号
T7,早班,factory-1,08:00,16:00,"Boss、zhang"
T8,早班,factory-1,08:00,16:00,nobody`;
  const report = await bringFile(server, team.import, more, { mode: 'good' });
  expect(report.refused).toMatchObject([{ line: 3, problems: [{ path: 'members', reason: 'no_such' }] }]);
  expect((await server.data(team.page, { keyword: 't7' })).rows).toMatchObject([{ member_names: 'boss, zhang' }]);
});

test('people of a factory see and manage their own teams, and choose among their own people', async () => {
  const token = await server.as(['classlist', 'classlist:update', 'classlist:add'], { factory: other, name: 'wang' });
  const { rows } = await server.data(team.page, {}, { token });
  // The enterprise’s people are not theirs to see, nor to send away.
  expect(rows).toMatchObject([{ factory_id: other, member_names: 'li', members: idsOf('li') }]);
  const choices = await server.data(memberChoices, { ids: idsOf('boss').join(',') }, { token });
  people.set('wang', choices.find(({ label }) => label.startsWith('wang'))?.value as number);
  expect(choices.map(({ label }) => label)).toEqual(['li (li)', 'wang (wang)']);
  const [own] = rows;
  const { id, members } = own as NonNullable<typeof own>;
  await server.data(team.update, { id, ...night, team_code: 'T1', members: [...members, ...idsOf('wang')] }, { token });
  expect((await server.data(team.page, { factory_id: other })).rows).toMatchObject([
    { member_names: 'boss, li, wang' },
  ]);
  const foreign = await server.call(team.add, { ...night, team_code: 'T9', factory_id: one }, { token });
  expect(reasonsOf(foreign.envelope)).toEqual(['factory_id no_such']);
});

test('people of the enterprise and its factories can be chosen, and those requested are always included', async () => {
  const choices = await server.data(memberChoices, { keyword: 'zh', ids: idsOf('li').join(',') });
  expect(choices.map(({ label }) => label)).toEqual(['li (li)', 'zhang (zhang)']);
});
