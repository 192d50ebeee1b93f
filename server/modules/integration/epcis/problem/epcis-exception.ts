import { epcisNamespace } from '#epcis/xml/xml-names.ts';
import { element, textElement } from '#epcis/xml/xml-text.ts';

/** The exceptions of EPCIS 2.0 (section 12.6), with the status of HTTP and the title of each. */
const exceptions = {
  ValidationException: [400, 'The document or event is not valid'],
  QueryParameterException: [400, 'A query parameter is not valid'],
  QueryValidationException: [400, 'The query is not valid'],
  SubscriptionControlsException: [400, 'The subscription is not valid'],
  InvalidURIException: [400, 'The address is not valid'],
  SecurityException: [401, 'The request is not authorised'],
  NoSuchNameException: [404, 'There is no query or subscription of that name'],
  NoSuchResourceException: [404, 'There is no such resource'],
  NotAcceptableException: [406, 'No answer of that form or version can be given'],
  ResourceAlreadyExistsException: [409, 'The resource exists already'],
  CaptureLimitExceededException: [413, 'The document is too large'],
  QueryTooLargeException: [413, 'The result is too large'],
  QueryTooComplexException: [413, 'The query takes too long'],
  URITooLongException: [414, 'The address is too long'],
  UnsupportedMediaTypeException: [415, 'The media type is not supported'],
  ImplementationException: [500, 'The request could not be carried out'],
} as const;
export type ExceptionName = keyof typeof exceptions;

/** What is wrong, as RFC 9457 has it. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
}

/** Refuses a request by an exception of EPCIS. */
export class EpcisException extends Error {
  readonly exception: ExceptionName;
  readonly status: number;

  constructor(exception: ExceptionName, detail: string, status: number = exceptions[exception][0]) {
    super(detail);
    this.name = 'EpcisException';
    this.exception = exception;
    this.status = status;
  }

  /** A problem that answers a request. */
  static of({ type, detail = '', status }: ProblemBody): EpcisException {
    return new EpcisException(type.replace('epcisException:', '') as ExceptionName, detail, status);
  }

  get body(): ProblemBody {
    return problemBody(this.exception, this.message, this.status);
  }
}

export const problemBody = (
  exception: ExceptionName,
  detail: string,
  status: number = exceptions[exception][0],
): ProblemBody => ({ type: `epcisException:${exception}`, title: exceptions[exception][1], status, detail });

const members = ['type', 'title', 'status', 'detail', 'instance'] as const;

/** The members of a problem as elements; the schema fixes their order. */
export const problemElements = (problem: ProblemBody): string =>
  members.map((name) => (problem[name] === undefined ? '' : textElement(name, String(problem[name])))).join('');

export const problemXml = (problem: ProblemBody): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'epcis:EPCISException',
    [['xmlns:epcis', epcisNamespace]],
    problemElements(problem),
  )}`;
