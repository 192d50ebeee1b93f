import { resolve } from 'node:path';
import { passwordMinLength } from '@suyuan/contract/access/password.ts';
import { type Bucket, type BucketAddress, bucketAddressOf, bucketOf } from './bucket-address.ts';
import {
  address,
  oneOf,
  onOff,
  parseKey,
  parseOrigin,
  parseOrigins,
  parseProxies,
  parsePublicUrl,
  parseRanges,
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
    description: 'TCP port to listen on; 0 picks a free one.',
    ...whole(0, 65_535),
  },
  host: {
    name: 'SUYUAN_HOST',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all network interfaces.',
    ...address(),
  },
  dataDir: {
    name: 'SUYUAN_DATA_DIR',
    default: './data',
    description: 'Folder for the embedded database, the master key, pictures and temporary files.',
    accepts: 'the path of a folder',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  },
  issuedDir: {
    name: 'SUYUAN_ISSUED_DIR',
    default: '',
    description:
      'Folder on another disk or machine for a second copy of the log of issued codes, by which a server notices that its ' +
      'data folder was put back to an earlier time. Default: none.',
    accepts: 'the path of a folder',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  } as Optional<string>,
  pictures: {
    name: 'SUYUAN_PICTURES',
    default: '',
    description: 'URL of a bucket in an S3-compatible store for pictures. Default: the data folder.',
    accepts: 'a URL such as https://access-key:secret@s3.example.com/bucket?region=cn-north-1',
    secret: true,
    parse: bucketOf,
  } as Optional<Bucket>,
  databaseUrl: {
    name: 'SUYUAN_DATABASE_URL',
    default: '',
    description:
      'URL of a PostgreSQL database, version 15 or later, with or without Citus. Default: the embedded PostgreSQL.',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    secret: true,
    parse: (text) => (/^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined),
  } as Optional<string>,
  databasePassword: {
    name: 'SUYUAN_DATABASE_PASSWORD',
    default: '',
    description: 'Password of the user that this URL names. Default: the one in the URL.',
    accepts: 'a password',
    secret: true,
    parse: (text) => text,
  } as Optional<string>,
  masterKey: {
    name: 'SUYUAN_MASTER_KEY',
    default: '',
    description:
      'Key that encrypts the keys of code rules and other secrets. Default: generated once and stored in `master.key` in ' +
      'the data folder.',
    accepts: '32 bytes, written as 64 hexadecimal characters or as base64 (44 characters)',
    secret: true,
    parse: parseKey,
  } as Optional<Buffer>,
  publicUrl: {
    name: 'SUYUAN_PUBLIC_URL',
    default: '',
    description:
      'URL that is printed in codes and opened by consumers. Default: the one entered for the enterprise, else the ' +
      'address the server listens on.',
    accepts: 'an http:// or https:// address without a trailing slash, query or fragment',
    parse: parsePublicUrl,
  } as Optional<string>,
  adminPassword: {
    name: 'SUYUAN_ADMIN_PASSWORD',
    default: '',
    description:
      'Initial password of the account `admin`, used by the first start only. Default: generated and shown once.',
    accepts: `at least ${passwordMinLength} and at most 128 characters long`,
    secret: true,
    parse: (text) => ([...text].length >= passwordMinLength && [...text].length <= 128 ? text : undefined),
  } as Optional<string>,
  sample: {
    name: 'SUYUAN_SAMPLE',
    default: '',
    description:
      'Whether the first start creates sample data (`on` or `off`), or the fraction of it to create, such as `0.2`. ' +
      'Default: on with the embedded database, else off.',
    ...share(),
  } as Optional<number>,
  trustProxy: {
    name: 'SUYUAN_TRUST_PROXY',
    default: 'off',
    description:
      'Reverse proxies whose X-Forwarded-For and X-Request-Id are trusted: IP addresses or CIDR ranges, separated by commas.',
    accepts: "'off', or IP addresses and CIDR ranges separated by commas",
    parse: parseProxies,
  },
  logLevel: {
    name: 'SUYUAN_LOG_LEVEL',
    default: 'warn',
    description: 'Log level: trace, debug, info, warn, error, fatal or silent.',
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  slowMilliseconds: {
    name: 'SUYUAN_SLOW_MS',
    default: '1000',
    description: 'Milliseconds after which a call or an SQL statement is logged as slow.',
    ...whole(1, 3_600_000),
  },
  metricsPort: {
    name: 'SUYUAN_METRICS_PORT',
    default: '',
    description: 'TCP port of the metrics (`/metrics`, for Prometheus); 0 picks a free one. Default: no metrics.',
    ...whole(0, 65_535),
  } as Optional<number>,
  metricsHost: {
    name: 'SUYUAN_METRICS_HOST',
    default: '127.0.0.1',
    description: 'Address on which the metrics are served.',
    ...address(),
  },
  timeZone: {
    name: 'SUYUAN_TIME_ZONE',
    default: '',
    description:
      'Time zone of the enterprise, in which its days begin. Default: the one entered for the enterprise, else ' +
      'Asia/Shanghai.',
    accepts: 'an IANA time zone such as Asia/Shanghai',
    parse: parseTimeZone,
  } as Optional<string>,
  sessionIdleMinutes: {
    name: 'SUYUAN_SESSION_IDLE_MINUTES',
    default: '120',
    description: 'Minutes after which an idle session expires.',
    ...whole(1, 10_080),
  },
  sessionHours: {
    name: 'SUYUAN_SESSION_HOURS',
    default: '12',
    description: 'Hours after which a session expires, idle or not.',
    ...whole(1, 720),
  },
  handheldDays: {
    name: 'SUYUAN_HANDHELD_DAYS',
    default: '30',
    description: 'Days after which a person signs in again on a handheld, which asks for a PIN until then.',
    ...whole(1, 365),
  },
  apiOrigin: {
    name: 'SUYUAN_API_ORIGIN',
    default: '',
    description: 'Origin of the server whose API this console calls. Default: this server.',
    accepts: 'an origin such as https://api.example.com',
    parse: parseOrigin,
  } as Optional<string>,
  consoleOrigins: {
    name: 'SUYUAN_CONSOLE_ORIGINS',
    default: '',
    description: 'Origins of other servers whose consoles may call this API. Default: none.',
    accepts: 'origins such as https://console.example.com separated by commas',
    parse: parseOrigins,
  } as Optional<readonly string[]>,
  loginLogOrigin: {
    name: 'SUYUAN_LOGIN_LOG_ORIGIN',
    default: '',
    description: 'Origin of the server to which the console reports sign-ins, with its token. Default: this server.',
    accepts: 'an origin such as https://log.example.com',
    parse: parseOrigin,
  } as Optional<string>,
  loginLogDays: {
    name: 'SUYUAN_LOGIN_LOG_DAYS',
    default: '180',
    description: 'Days for which the login log is kept.',
    ...whole(1, 3650),
  },
  accessLogDays: {
    name: 'SUYUAN_ACCESS_LOG_DAYS',
    default: '365',
    description: 'Days for which the access log (exports, code look-ups, refused access) is kept.',
    ...whole(1, 3650),
  },
  unknownCodesOfAccount: {
    name: 'SUYUAN_UNKNOWN_CODES_PER_ACCOUNT',
    default: '1000',
    description: 'Unknown codes that an account may look up per hour, on all servers together.',
    ...whole(1, 1_000_000),
  },
  unknownCodesOfDevice: {
    name: 'SUYUAN_UNKNOWN_CODES_PER_DEVICE',
    default: '10000',
    description: 'The same for the devices of a production line, or the system of a warehouse.',
    ...whole(1, 1_000_000),
  },
  scanIpDays: {
    name: 'SUYUAN_SCAN_IP_DAYS',
    default: '30',
    description: 'Days after which the IP address of a scan is truncated to its network; 0 stores no addresses.',
    ...whole(0, 3650),
  },
  webhookNetworks: {
    name: 'SUYUAN_WEBHOOK_NETWORKS',
    default: '',
    description:
      'Private networks that webhooks may be sent to: IP addresses or CIDR ranges, separated by commas. Default: only addresses of ' +
      'the Internet.',
    accepts: 'IP addresses and CIDR ranges separated by commas',
    parse: parseRanges,
  } as Optional<readonly string[]>,
  rateLimit: {
    name: 'SUYUAN_RATE_LIMIT',
    default: 'on',
    description: 'Whether calls are rate-limited by address and by account (`on` or `off`).',
    ...onOff(),
  },
  callsOfAddress: {
    name: 'SUYUAN_CALLS_PER_ADDRESS',
    default: '1200',
    description: 'Calls per minute that one server accepts from one address, which many people may share.',
    ...whole(1, 1_000_000),
  },
  callsOfAccount: {
    name: 'SUYUAN_CALLS_PER_ACCOUNT',
    default: '600',
    description: 'Calls per minute that one server accepts from one account, from any address.',
    ...whole(1, 1_000_000),
  },
  bodyMegabytes: {
    name: 'SUYUAN_BODY_MB',
    default: '8',
    description: 'Maximum size of a request body, in megabytes.',
    ...whole(1, 256),
  },
  fileMegabytes: {
    name: 'SUYUAN_FILE_MB',
    default: '20',
    description: 'Maximum size of an uploaded file, in megabytes; files of externally printed codes may have 1024.',
    ...whole(1, 256),
  },
  spoolMegabytes: {
    name: 'SUYUAN_SPOOL_MB',
    default: '4096',
    description:
      'Maximum total size of temporary files in the data folder, in megabytes; one file may have a quarter of it.',
    ...whole(16, 1_000_000),
  },
  stallSeconds: {
    name: 'SUYUAN_STALL_SECONDS',
    default: '60',
    description: 'Seconds after which a stalled connection is closed.',
    ...whole(1, 3600),
  },
  drainSeconds: {
    name: 'SUYUAN_DRAIN_SECONDS',
    default: '3',
    description:
      'Seconds for which a server that got SIGTERM still answers, while `/readyz` sends load balancers elsewhere.',
    ...whole(0, 600),
  },
  jobPatience: {
    name: 'SUYUAN_JOB_PATIENCE_SECONDS',
    default: '15',
    description: 'Seconds without a sign of life from its server after which another server takes over a job.',
    ...whole(10, 3600),
  },
  jobDays: {
    name: 'SUYUAN_JOB_DAYS',
    default: '30',
    description: 'Days for which a finished job and its file are kept.',
    ...whole(1, 3650),
  },
  jobMegabytes: {
    name: 'SUYUAN_JOB_MB',
    default: '1024',
    description: 'Maximum total size of the files of jobs, in megabytes, per account and per factory or dealer.',
    ...whole(1, 1_000_000),
  },
  databaseConnections: {
    name: 'SUYUAN_DATABASE_CONNECTIONS',
    default: '20',
    description:
      'Maximum number of database connections for the calls of one server, 6 or more; some are reserved for scans and sign-in. Background jobs have a quarter as many beside them, at least 4.',
    // With fewer, ordinary calls would share three or two: one long change and its queries take as many.
    ...whole(6, 1000),
  },
  backupDir: {
    name: 'SUYUAN_BACKUP_DIR',
    default: '',
    description: 'Folder into which a server backs up every day. Default: no backups by itself.',
    accepts: 'the path of a folder',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  } as Optional<string>,
  backupBucket: {
    name: 'SUYUAN_BACKUP_BUCKET',
    default: '',
    description:
      'URL of a bucket in an S3-compatible store, instead of that folder, with a prefix that only this installation uses: ' +
      '`s3://bucket/prefix?region=…` or `https://host/bucket/prefix` (docs/operations.md). Default: none.',
    accepts:
      'a URL such as s3://bucket/prefix?region=cn-north-1, without a key, and with no parameters but region, endpoint and style',
    // It does not belong there, but somebody may have put the key into the URL.
    secret: true,
    parse: bucketAddressOf,
  } as Optional<BucketAddress>,
  backupAccessKey: {
    name: 'SUYUAN_BACKUP_ACCESS_KEY',
    default: '',
    description: 'Access key (its id) for that bucket.',
    accepts: 'the id of an access key',
    secret: true,
    parse: (text) => (/\s/.test(text) ? undefined : text),
  } as Optional<string>,
  backupSecretKey: {
    name: 'SUYUAN_BACKUP_SECRET_KEY',
    default: '',
    description: 'Secret of that access key.',
    accepts: 'the secret of an access key',
    secret: true,
    parse: (text) => (/\s/.test(text) ? undefined : text),
  } as Optional<string>,
  backupHour: {
    name: 'SUYUAN_BACKUP_HOUR',
    default: '3',
    description: 'Hour of the day, in the time zone of the enterprise, after which it backs up.',
    ...whole(0, 23),
  },
  backupsKept: {
    name: 'SUYUAN_BACKUP_KEEP',
    default: '14',
    description: 'How many of these backups are kept; 0 keeps all, for a bucket whose store removes them.',
    ...whole(0, 1000),
  },
  backupPassphrase: {
    name: 'SUYUAN_BACKUP_PASSPHRASE',
    default: '',
    description: 'Passphrase that backups are encrypted to, in the format of age. Default: they are not encrypted.',
    accepts: 'at least 12 characters long',
    secret: true,
    parse: (text) => ([...text].length >= 12 ? text : undefined),
  } as Optional<string>,
} satisfies Record<string, Setting<unknown>>;
