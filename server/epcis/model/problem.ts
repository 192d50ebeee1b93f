/** What can be wrong with a field, and how to say it. */
const reasons = {
  missing: 'is missing',
  unknown_field: 'is not a field that may be here',
  repeated: 'is there more than once',
  not_text: 'must be a string',
  not_in_xml: 'has a character that XML cannot represent',
  not_number: 'must be a number',
  not_boolean: 'must be true or false',
  not_list: 'must be a list',
  not_object: 'must be an object',
  not_uri: 'must be a URI',
  not_time: 'must be a date and time with a time zone, as 2026-01-31T08:15:00.000+01:00',
  not_offset: 'must be a time zone offset from -14:00 to +14:00, as +01:00',
  not_action: 'must be ADD, OBSERVE or DELETE',
  not_hex: 'must be pairs of hexadecimal digits',
  not_uom: 'must be a unit code of two or three characters (UN/ECE Recommendation 20)',
  unknown_word: 'must be a word of the Core Business Vocabulary, or a URI of a vocabulary that is not GS1’s',
  unknown_type: 'must be a type of EPCIS event, or the name of another type with a declared prefix',
  undeclared_prefix: 'has a prefix that the document does not declare',
  not_a_name: 'must end in a name of letters, digits, hyphens, full stops and underscores',
  no_objects: 'must list objects, quantities, or sensor elements with a read point',
  no_children: 'must list children, unless the action is DELETE',
  no_parent: 'is required, unless the action is OBSERVE',
  no_transaction: 'must name a business transaction',
  no_transaction_objects: 'must list objects or quantities, unless the action is DELETE',
  ilmd_without_add: 'may only be given with the action ADD',
  one_sided: 'must have inputs and outputs, or a transformationID with either of them',
  empty: 'must not be empty',
  set_or_unset: 'must set or unset a disposition',
  contradiction: 'must not differ from the same field of sensorMetadata',
  uom_without_quantity: 'needs a quantity',
  not_fetched: 'is the address of a context that is not built in; contexts are never fetched',
  too_many_prefixes: 'declares too many prefixes',
  too_long: 'is too long',
  not_in_profile: 'does not fit the profile of the partner',
  not_checked: 'could not be checked against the profile of the partner',
} as const;
export type Reason = keyof typeof reasons;

/** What is wrong with a field, named by its path: `eventList[3].bizStep`. */
export interface Problem {
  readonly path: string;
  readonly reason: Reason;
  /** What stands there, shortened. */
  readonly value?: string;
}

/** A problem of a field by its path. Names and values are shown as far as anybody can read them. */
export const problemAt = (path: string, reason: Reason, value?: string): Problem => ({
  path: legible(path, 400),
  reason,
  ...(value === undefined ? {} : { value: legible(value, 120) }),
});

const legible = (text: string, longest: number): string =>
  `${text.slice(0, longest)}${text.length > longest ? '…' : ''}`.toWellFormed().replace(/\p{Cc}/gu, '\ufffd');

/** The problem in words. */
export const problemText = ({ path, reason, value }: Problem): string =>
  `${path} ${reasons[reason]}${value === undefined ? '' : ` (found: ${value})`}`;

/** A field while it is read: its path, and where its problems go. */
export class At {
  readonly path: string;
  readonly #problems: Problem[];

  constructor(path: string, problems: Problem[]) {
    this.path = path;
    this.#problems = problems;
  }

  member(name: string): At {
    return new At(this.path === '' ? name : `${this.path}.${name}`, this.#problems);
  }

  item(number: number): At {
    return new At(`${this.path}[${number}]`, this.#problems);
  }

  /** Notes a problem; there is no value then. */
  refuse(reason: Reason, value?: string): undefined {
    this.#problems.push(problemAt(this.path, reason, value));
  }
}

/** Refuses a whole document: it is not well-formed, or not a document of EPCIS. */
export class UnreadableDocument extends Error {
  readonly problem: Problem | undefined;

  constructor(detail: string | Problem) {
    super(typeof detail === 'string' ? detail : problemText(detail));
    this.name = 'UnreadableDocument';
    this.problem = typeof detail === 'string' ? undefined : detail;
  }
}
