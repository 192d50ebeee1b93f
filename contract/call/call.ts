import type Type from 'typebox';
import type { MenuKey, Permission } from '../menu.ts';

/**
 * Who may call: anyone (`public`), anyone signed in, whoever holds one of the permissions (menu keys or button codes), or a
 * device of a production line or the system of a warehouse with a device key.
 */
export type Access = 'public' | 'signed-in' | 'device' | readonly [Permission, ...Permission[]];

/**
 * One call of the server. `input` is the query of a GET and the body of a POST; `output` is `data` in the envelope.
 * A call that answers a file has `answers: 'file'` and no envelope around its body.
 */
export interface Call<In extends Type.TSchema = Type.TSchema, Out extends Type.TSchema = Type.TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** Permissions of which some of what the call does needs one besides, as the server says when it is asked for that. */
  readonly alsoNeeds?: readonly [Permission, ...Permission[]];
  /** Only people of the enterprise may call, none of factories or dealers. */
  readonly parties?: 'enterprise';
  /** May be called by an account that still has to change its password or set up two-step sign-in. */
  readonly duringSetup?: true;
  /** It is about the person who makes it, or keeps people and keys: it is not made with the key of another system. */
  readonly personal?: true;
  readonly summary: string;
  readonly input: In;
  readonly output: Out;
  readonly answers?: 'file';
  /** The list whose rows it is about, if that is not named like the menu. */
  readonly list?: string;
  /**
   * The effect of the call, if its method does not say it: by default a POST makes a change that goes to the audit log, and a
   * GET none. `none`: a POST that only reads. `own-record`: a POST that keeps its own record, as signing in does. `change`: a
   * GET that changes something.
   */
  readonly effect?: 'none' | 'own-record' | 'change';
  /**
   * It takes data out of the system or looks up codes: caller, input and outcome are recorded in the access log. Refused access
   * is recorded for every call.
   */
  readonly traced?: true;
  /** Administrators restore rights with it, so its permission cannot be switched off. */
  readonly restoresAccess?: true;
  /** The console makes it while signing in: it waits for a shorter time, and asks before a session that is over is reset. */
  readonly client?: 'sign-in';
  /** The console polls it in the background, so it does not prolong the session. */
  readonly unattended?: true;
  /**
   * The console makes it when it opens, so the server embeds the answer in the HTML page: in every page, or only in that of the
   * screen with this menu key, which asks for the first rows of a list.
   */
  readonly withPage?: true | MenuKey;
  /**
   * It completes what another person began with this permission: the server refuses a caller who may be the same person with a
   * second account. Such a call is declared `as const satisfies Call`, so that its handler is given the means to ask.
   */
  readonly secondPerson?: Permission;
  /**
   * The field of the record that the call is about with the account which began it, so that nobody is offered to complete what they
   * began themselves. Each call with `secondPerson` has it.
   */
  readonly begunBy?: string;
  /** The body is a multipart form with one `file`; `input` is then the query of the POST. */
  readonly upload?: true;
}

export type InputOf<C extends Call> = Type.Static<C['input']>;
export type OutputOf<C extends Call> = Type.Static<C['output']>;

export function defineCall<In extends Type.TSchema, Out extends Type.TSchema>(call: Call<In, Out>): Call<In, Out> {
  return call;
}

/**
 * A call by which a person at a desk scans codes and does something with them. Events are recorded as such, so the audit log has
 * no record of it.
 */
export const deskEvent = <In extends Type.TObject, Out extends Type.TSchema>(
  path: `/api/${string}`,
  access: Access,
  summary: string,
  input: In,
  output: Out,
) => defineCall({ method: 'POST', path, access, effect: 'own-record', summary, input, output });

/** The list that a call of people is about; undefined if it is about none. */
export function listOf({ list, access }: Call): string | undefined {
  const [permission] = typeof access === 'string' ? [] : access;
  return list ?? permission?.split(':')[0];
}

/** Who may call, in words. */
export function callersOf({ access, alsoNeeds, parties, duringSetup, secondPerson, personal }: Call): string {
  const holders = typeof access === 'string' ? kindsOfCallers[access] : access.join(' or ');
  const people = parties === 'enterprise' ? ', people of the enterprise only' : '';
  const another = secondPerson ? `, another person than the holder of ${secondPerson} who began it` : '';
  const besides = alsoNeeds ? `; for some of it also ${alsoNeeds.join(' or ')}` : '';
  const inPerson = personal ? ', in person' : '';
  return `${holders}${besides}${people}${another}${inPerson}${duringSetup ? ', also with a temporary password' : ''}`;
}

const kindsOfCallers = {
  public: 'anyone',
  'signed-in': 'anyone signed in',
  device: 'a device of a production line or the system of a warehouse, by its key',
} as const;

/** The envelope around every answer except for files. */
export interface Envelope<Data = unknown> {
  status_code: number;
  message: string;
  code: number;
  data: Data;
}

/** The request header with the key of a device of a production line or of the system of a warehouse. */
export const deviceKeyHeader = 'device-key';

/** The header of every answer to someone signed in; its value changes whenever their permissions or the menus do. */
export const permissionsHeader = 'permissions';

/** The header with the id of a request, which is in the lines of the server's log about it. */
export const requestIdHeader = 'x-request-id';

/** A field at fault: `path` as in the request (`codes.3`), `reason` a key of the locales' `problem.*`. */
export interface FieldProblem {
  path: string;
  reason: string;
  message: string;
}
