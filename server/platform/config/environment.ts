import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { passwordMinLength } from '../../../contract/access/password.ts';
import { type Bucket, bucketOf } from './bucket-address.ts';
import {
  oneOf,
  onOff,
  parseKey,
  parseOrigin,
  parseOrigins,
  parseProxies,
  parsePublicUrl,
  parseTimeZone,
  share,
  whole,
} from './setting-values.ts';

/** An environment variable with what it accepts, as text and as a parser. */
export interface Setting<Value> {
  readonly name: string;
  /** As it would be written in the environment; empty if the setting is optional. */
  readonly default: string;
  readonly description: string;
  /** Ends the sentence "SUYUAN_X must be ...". */
  readonly accepts: string;
  /** Secrets are never shown in errors and logs. */
  readonly secret?: true;
  /** Returns undefined for an invalid value; not called for an empty one. */
  readonly parse: (text: string) => Value | undefined;
}

export interface Optional<Value> extends Setting<Value> {
  readonly default: '';
}

export const environment = {
  port: {
    name: 'SUYUAN_PORT',
    default: '8080',
    description: 'The port to listen on; 0 picks a free one.',
    ...whole(0, 65_535),
  },
  host: {
    name: 'SUYUAN_HOST',
    default: '127.0.0.1',
    description: 'The address to listen on; 0.0.0.0 for every network card.',
    accepts: 'an IP address or a host name',
    parse: (text) => (isIP(text) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined),
  },
  dataDir: {
    name: 'SUYUAN_DATA_DIR',
    default: './data',
    description: 'Where the embedded database, the master key and uploads are kept.',
    accepts: 'the path of a folder',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  },
  pictures: {
    name: 'SUYUAN_PICTURES',
    default: '',
    description: 'A bucket of an S3-compatible store for pictures; when unset, they are kept in the data folder.',
    accepts: 'a URL such as https://access-key:secret@s3.example.com/bucket?region=cn-north-1',
    secret: true,
    parse: bucketOf,
  } as Optional<Bucket>,
  databaseUrl: {
    name: 'SUYUAN_DATABASE_URL',
    default: '',
    description: 'PostgreSQL 15 or later, with or without Citus; when unset, the embedded one is started.',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    secret: true,
    parse: (text) => (/^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined),
  } as Optional<string>,
  masterKey: {
    name: 'SUYUAN_MASTER_KEY',
    default: '',
    description:
      'Seals the keys of the code rules; when unset, it is made once and kept in `master.key` in the data folder.',
    accepts: '32 bytes, written as 64 hexadecimal characters or as base64 (44 characters)',
    secret: true,
    parse: parseKey,
  } as Optional<Buffer>,
  publicUrl: {
    name: 'SUYUAN_PUBLIC_URL',
    default: '',
    description:
      'The address printed in codes and opened by consumers; when unset, the one on the page of the enterprise, else ' +
      'where the server listens.',
    accepts: 'an http:// or https:// address without a trailing slash, query or fragment',
    parse: parsePublicUrl,
  } as Optional<string>,
  adminPassword: {
    name: 'SUYUAN_ADMIN_PASSWORD',
    default: '',
    description:
      'The first password of the account `admin`, for the first start only; when unset, one is made and shown once.',
    accepts: `at least ${passwordMinLength} and at most 128 characters long`,
    secret: true,
    parse: (text) => ([...text].length >= passwordMinLength && [...text].length <= 128 ? text : undefined),
  } as Optional<string>,
  sample: {
    name: 'SUYUAN_SAMPLE',
    default: '',
    description:
      'Whether the first start fills in sample data (`on` or `off`), or the share of them that it fills in, such as ' +
      '`0.2`; on with the embedded database, else off.',
    ...share(),
  } as Optional<number>,
  trustProxy: {
    name: 'SUYUAN_TRUST_PROXY',
    default: 'off',
    description: 'Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges with commas between.',
    accepts: "'off', or IP addresses and CIDR ranges with commas between",
    parse: parseProxies,
  },
  logLevel: {
    name: 'SUYUAN_LOG_LEVEL',
    default: 'warn',
    description: 'How much is logged: trace, debug, info, warn, error, fatal or silent.',
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  timeZone: {
    name: 'SUYUAN_TIME_ZONE',
    default: '',
    description:
      'The time zone of the enterprise: where its days begin; when unset, the one on its page, else Asia/Shanghai.',
    accepts: 'an IANA time zone such as Asia/Shanghai',
    parse: parseTimeZone,
  } as Optional<string>,
  sessionIdleMinutes: {
    name: 'SUYUAN_SESSION_IDLE_MINUTES',
    default: '120',
    description: 'A session unused for so long ends.',
    ...whole(1, 10_080),
  },
  sessionHours: {
    name: 'SUYUAN_SESSION_HOURS',
    default: '12',
    description: 'A session ends after so long, used or not.',
    ...whole(1, 720),
  },
  apiOrigin: {
    name: 'SUYUAN_API_ORIGIN',
    default: '',
    description: 'Another server whose API the console of this one calls; when unset, this one.',
    accepts: 'an origin such as https://api.example.com',
    parse: parseOrigin,
  } as Optional<string>,
  consoleOrigins: {
    name: 'SUYUAN_CONSOLE_ORIGINS',
    default: '',
    description: 'Other servers whose consoles may call the API of this one; when unset, none.',
    accepts: 'origins such as https://console.example.com with commas between',
    parse: parseOrigins,
  } as Optional<readonly string[]>,
  loginLogOrigin: {
    name: 'SUYUAN_LOGIN_LOG_ORIGIN',
    default: '',
    description: 'Another server that the console tells of sign-ins, with its token; when unset, this one.',
    accepts: 'an origin such as https://log.example.com',
    parse: parseOrigin,
  } as Optional<string>,
  loginLogDays: {
    name: 'SUYUAN_LOGIN_LOG_DAYS',
    default: '180',
    description: 'For how many days the login log is kept.',
    ...whole(1, 3650),
  },
  accessLogDays: {
    name: 'SUYUAN_ACCESS_LOG_DAYS',
    default: '365',
    description: 'For how many days it is kept who exported something, asked for codes or was refused.',
    ...whole(1, 3650),
  },
  unknownCodesOfAccount: {
    name: 'SUYUAN_UNKNOWN_CODES_PER_ACCOUNT',
    default: '1000',
    description: 'How many unknown codes one account may ask for within an hour, on all servers together.',
    ...whole(1, 1_000_000),
  },
  unknownCodesOfDevice: {
    name: 'SUYUAN_UNKNOWN_CODES_PER_DEVICE',
    default: '10000',
    description: 'The same for one device of a line, or the system of a warehouse.',
    ...whole(1, 1_000_000),
  },
  scanIpDays: {
    name: 'SUYUAN_SCAN_IP_DAYS',
    default: '30',
    description: 'For how many days the address of a scan is kept whole; with 0 none is kept at all.',
    ...whole(0, 3650),
  },
  rateLimit: {
    name: 'SUYUAN_RATE_LIMIT',
    default: 'on',
    description: 'Whether one address and one account may only make so many calls a minute (`on` or `off`).',
    ...onOff(),
  },
  callsOfAddress: {
    name: 'SUYUAN_CALLS_PER_ADDRESS',
    default: '1200',
    description: 'How many calls a minute one server takes from one address; many people may share it.',
    ...whole(1, 1_000_000),
  },
  callsOfAccount: {
    name: 'SUYUAN_CALLS_PER_ACCOUNT',
    default: '600',
    description: 'How many calls a minute one server takes from one account, wherever it calls from.',
    ...whole(1, 1_000_000),
  },
  bodyMegabytes: {
    name: 'SUYUAN_BODY_MB',
    default: '8',
    description: 'How many megabytes the body of a call may have.',
    ...whole(1, 256),
  },
  fileMegabytes: {
    name: 'SUYUAN_FILE_MB',
    default: '20',
    description: 'How many megabytes an uploaded file may have; a file of codes that others printed may have 1024.',
    ...whole(1, 256),
  },
  spoolMegabytes: {
    name: 'SUYUAN_SPOOL_MB',
    default: '4096',
    description: 'How many megabytes of files on their way may lie in the data folder; one has at most a quarter.',
    ...whole(16, 1_000_000),
  },
  stallSeconds: {
    name: 'SUYUAN_STALL_SECONDS',
    default: '60',
    description: 'Who neither sends nor takes anything for so long, in the middle of a call, is let go.',
    ...whole(1, 3600),
  },
  jobPatience: {
    name: 'SUYUAN_JOB_PATIENCE_SECONDS',
    default: '30',
    description: 'A job whose server shows no sign of life for so long goes on at another one.',
    ...whole(10, 3600),
  },
  jobDays: {
    name: 'SUYUAN_JOB_DAYS',
    default: '30',
    description: 'For how many days a job is kept after its end, with the file that it read.',
    ...whole(1, 3650),
  },
  jobMegabytes: {
    name: 'SUYUAN_JOB_MB',
    default: '1024',
    description:
      'How many megabytes the files of jobs take at most, for each account, and for all people of a factory or dealer together.',
    ...whole(1, 1_000_000),
  },
  databaseConnections: {
    name: 'SUYUAN_DATABASE_CONNECTIONS',
    default: '20',
    description:
      'How many connections to the database one server keeps at most, at least 6; some are kept for scans and sign-in.',
    // With fewer, ordinary calls would share three or two: one long change and its queries take as many.
    ...whole(6, 1000),
  },
} satisfies Record<string, Setting<unknown>>;
