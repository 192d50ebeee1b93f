import { type GoodsAct, recordedAs } from './act.ts';

/** 关联解除: a package is dissolved, or something is taken out of the package that it lies in. */
export const unpack: GoodsAct = {
  scans: ['unpack'],
  record: recordedAs(({ scan, code }, common) => ({
    ...common,
    act: 'unpack',
    ...(scan.singly ? { children: [code] } : { parent: code }),
  })),
};

/** 关联替换: a label that cannot be read gives its place to a new one. */
export const replace: GoodsAct = {
  scans: ['replace'],
  fresh: { codes: true },
  record: recordedAs(({ code, others: [successor] }, common) => ({
    ...common,
    act: 'replace',
    old: code,
    successor: successor as number,
  })),
};
