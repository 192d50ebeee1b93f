import type base from '@suyuan/locales/zh/base.json';
import type console from '@suyuan/locales/zh/console.json';
import type dashboard from '@suyuan/locales/zh/dashboard.json';
import type handheld from '@suyuan/locales/zh/handheld.json';
import type inspect from '@suyuan/locales/zh/inspect.json';
import type integration from '@suyuan/locales/zh/integration.json';
import type organ from '@suyuan/locales/zh/organ.json';
import type physical from '@suyuan/locales/zh/physical.json';
import type plant from '@suyuan/locales/zh/plant.json';
import type profile from '@suyuan/locales/zh/profile.json';
import type querymanage from '@suyuan/locales/zh/querymanage.json';
import type report from '@suyuan/locales/zh/report.json';
import type start from '@suyuan/locales/zh/start.json';
import type tagging from '@suyuan/locales/zh/tagging.json';
import type { ParseKeys } from 'i18next';

/** The files of the console's texts, `locales/<language>/<branch>.json`. `server` and `consumer` are the server's own. */
interface Branches {
  /** Used before sign-in, and wherever a call can fail. */
  readonly start: typeof start;
  /** The frame, shared components, and field names common to all lists. */
  readonly console: typeof console;
  readonly base: typeof base;
  readonly dashboard: typeof dashboard;
  /** Of the handheld, which loads no others. */
  readonly handheld: typeof handheld;
  readonly inspect: typeof inspect;
  readonly integration: typeof integration;
  readonly organ: typeof organ;
  readonly physical: typeof physical;
  readonly plant: typeof plant;
  readonly profile: typeof profile;
  readonly querymanage: typeof querymanage;
  readonly report: typeof report;
  readonly tagging: typeof tagging;
}

export type TextBranch = Exclude<keyof Branches, 'handheld'>;

/** All texts by key: one that is in no file does not compile. */
export type Texts = { readonly [Branch in keyof Branches as keyof Branches[Branch]]: string };

/** A key as `t` takes it. */
export type TextKey = ParseKeys;
