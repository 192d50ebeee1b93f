import { factoryReference } from '#ui/pickers/baseReferences.ts';

interface OfFactory {
  readonly factory_name: string | null;
}

/** Display of the fields of a record's factory. */
export const ofFactoryShown = {
  factory_id: { reference: factoryReference, nameOf: ({ factory_name }: OfFactory) => factory_name, example: 'GC-01' },
  factory_code: { hidden: true },
  factory_name: { width: 200 },
};
