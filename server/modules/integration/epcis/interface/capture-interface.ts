import type { FastifyInstance, FastifyReply } from 'fastify';
import { withEventId } from '#epcis/hash/event-hash.ts';
import { ignoredNames } from '#epcis/hash/pre-hash.ts';
import type { EventReading } from '#epcis/model/document.ts';
import { type Problem, problemText } from '#epcis/model/problem.ts';
import type { Account } from '#platform/caller.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { captureJob, captureJobs, jobXml } from '../capture/capture-jobs.ts';
import { captureDocument, captureEvent } from '../documents/capture-document.ts';
import type { GoodsCapture } from '../goods/capture-goods.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { captureLimit, documentOfBody } from './document-of-body.ts';
import { errorBehaviour, isXml, mediaTypeOf } from './negotiation.ts';
import type { EpcisScope } from './scope.ts';

const jobsOfPage = 30;

/** The capture interface (EPCIS 2.0, section 12.6): documents with jobs that tell of them, and single events. */
export function serveCapture(
  app: FastifyInstance,
  scope: EpcisScope,
  { goods, profiles }: { readonly goods: GoodsCapture; readonly profiles: Profiles },
): void {
  const limits = (reply: FastifyReply) =>
    reply.headers({
      'gs1-epcis-capture-limit': String(captureLimit),
      'gs1-epcis-capture-file-size-limit': String(scope.largest),
    });
  const mayCapture = scope.requiring('epcis:capture');

  /** Those that do not fit the profile of the partner who sends them count as invalid. */
  const fitting = async (account: Account, events: readonly EventReading[]): Promise<EventReading[]> => {
    const misfits = await profiles.misfits(
      account,
      'in',
      events.map(({ event }) => event),
    );
    return events.map((one, at) => (misfits[at]?.length ? { problems: [...one.problems, ...misfits[at]] } : one));
  };

  app.options('/capture', async (_, reply) =>
    scope.discovered(limits(reply).header('gs1-capture-error-behaviour', 'all'), 'OPTIONS, GET, POST'),
  );
  app.post('/capture', { onRequest: mayCapture }, async (request, reply) => {
    const behaviour = errorBehaviour(request);
    const given = documentOfBody(request);
    if (given.isEvent) {
      throw new EpcisException('ValidationException', `A single event is captured at ${scope.address('/events')}.`);
    }
    const { account, sql } = scope.callerOf(request);
    const document = { ...given, events: await fitting(account, given.events) };
    const problems = document.events.flatMap((event) => event.problems);
    // What is wrong in itself need not be captured to be refused; by `proceed` the job tells of it.
    if (behaviour === 'rollback' && problems.length > 0) throw invalid(problems);
    const capturing = { account, locale: scope.localeOf(request), behaviour };
    const id = await scope.inTurn(() => captureDocument({ sql, goods }, document, capturing));
    return reply
      .code(202)
      .headers({ location: scope.address(`/capture/${id}`), 'gs1-capture-error-behaviour': behaviour })
      .send();
  });
  app.get('/capture', { onRequest: mayCapture }, async (request, reply) => {
    const type = mediaTypeOf(request, 'json');
    const { sql, onlyOf } = scope.callerOf(request);
    const { perPage, nextPageToken } = request.query as Record<string, string | undefined>;
    const [most, skip] = [numberOf(perPage ?? String(jobsOfPage)), numberOf(nextPageToken ?? '0')];
    const jobs = await captureJobs(sql, { onlyOf, most: Math.min(most, 1000) + 1, skip });
    if (jobs.length > most) {
      const next = `${scope.address('/capture')}?perPage=${most}&nextPageToken=${skip + most}`;
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      reply.headers({ link: `<${next}>; rel="next"`, 'gs1-next-page-token-expires': expires });
    }
    return reply.type(type).send(JSON.stringify(jobs.slice(0, most)));
  });

  app.options('/capture/:id', async (_, reply) => scope.discovered(reply, 'OPTIONS, GET'));
  app.get<{ Params: { id: string } }>('/capture/:id', { onRequest: mayCapture }, async (request, reply) => {
    const type = mediaTypeOf(request);
    const { sql, onlyOf } = scope.callerOf(request);
    const job = await captureJob(sql, request.params.id, onlyOf);
    if (!job) throw new EpcisException('NoSuchResourceException', 'There is no capture job of that ID.');
    return reply.type(type).send(isXml(type) ? jobXml(job) : JSON.stringify(job));
  });

  app.post('/events', { onRequest: mayCapture }, async (request, reply) => {
    const document = documentOfBody(request);
    const { account, sql } = scope.callerOf(request);
    const [reading] = await fitting(account, document.events);
    if (!document.isEvent || !reading) {
      throw new EpcisException('ValidationException', 'The body must be one event in JSON, with its own @context.');
    }
    if (!reading.event) throw invalid(reading.problems);
    const event = withEventId(reading.event, ignoredNames(document));
    const capturing = { account, locale: scope.localeOf(request) };
    const problem = await scope.inTurn(() => captureEvent({ sql, goods }, event, capturing));
    if (problem) throw EpcisException.of(problem);
    return reply
      .code(201)
      .header('location', scope.address(`/events/${encodeURIComponent(event.eventID)}`))
      .send();
  });
}

function numberOf(text: string): number {
  const number = Number(text);
  if (/^\d{1,7}$/.test(text)) return number;
  throw new EpcisException('QueryParameterException', 'perPage and nextPageToken must be those of an answer.');
}

/** The first problems in words; a document may have thousands. */
const invalid = (problems: readonly Problem[]): EpcisException =>
  new EpcisException('ValidationException', problems.slice(0, 20).map(problemText).join('\n'));
