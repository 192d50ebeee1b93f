import type Type from 'typebox';
import type { MenuKey, Permission } from '../menu.ts';

/**
 * Who may call: anyone, anyone signed in, who holds one of the permissions (menu keys or button codes); or a device of a
 * production line or the system of a warehouse, by the key in its header.
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
  /** Whose people may call, where the rows that it tells of are nobody else's. */
  readonly parties?: 'enterprise';
  /** May be called by an account that still has to choose its password, or to set up its second step. */
  readonly duringSetup?: true;
  readonly summary: string;
  readonly input: In;
  readonly output: Out;
  readonly answers?: 'file';
  /** The list whose rows it is about, where that is not the menu that it stands in. */
  readonly list?: string;
  /**
   * What the call does, where its method does not say it: a POST makes a change that goes to the audit log, a GET none.
   * `none`: a POST that only reads. `own-record`: it keeps a record of its own, as signing in does. `change`: a GET that
   * changes something.
   */
  readonly effect?: 'none' | 'own-record' | 'change';
  /**
   * It takes something out of the system, or tells what codes are: who asked, for what and with which outcome is kept in
   * the access log. What a call refuses is kept there in any case.
   */
  readonly traced?: true;
  /** Administrators put right with it what people may do. What it asks for cannot be switched off. */
  readonly restoresAccess?: true;
  /** The console makes it again and again of its own accord: it does not keep a session in use. */
  readonly unattended?: true;
  /**
   * The console makes it as it opens: the answer comes in its page. A menu key: in the page of that screen, which asks for the
   * first rows of a list.
   */
  readonly withPage?: true | MenuKey;
  /** The body is a multipart form with one `file`; `input` is then the query of the POST. */
  readonly upload?: true;
}

export type InputOf<C extends Call> = Type.Static<C['input']>;
export type OutputOf<C extends Call> = Type.Static<C['output']>;

export function defineCall<In extends Type.TSchema, Out extends Type.TSchema>(call: Call<In, Out>): Call<In, Out> {
  return call;
}

/** Who may call, in words. */
export function callersOf({ access, parties, duringSetup }: Call): string {
  const holders = typeof access === 'string' ? kindsOfCallers[access] : access.join(' or ');
  const people = parties === 'enterprise' ? ', people of the enterprise only' : '';
  return `${holders}${people}${duringSetup ? ', also with a temporary password' : ''}`;
}

const kindsOfCallers = {
  public: 'anyone',
  'signed-in': 'anyone signed in',
  device: 'a device of a production line or the system of a warehouse, by its key',
} as const;

/** The envelope around every answer but files. */
export interface Envelope<Data = unknown> {
  status_code: number;
  message: string;
  code: number;
  data: Data;
}

/** Header by which a device of a production line or the system of a warehouse calls: its key. */
export const deviceKeyHeader = 'device-key';

/** Header of every answer to someone signed in: a mark that changes when what they may do does, or how menus are shown. */
export const permissionsHeader = 'permissions';

/** One field that was refused: `path` as in the request (`codes.3`), `reason` a key of the locales' `problem.*`. */
export interface FieldProblem {
  path: string;
  reason: string;
  message: string;
}
