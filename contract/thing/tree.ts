import Type from 'typebox';

/** A thing with the same kind of things below it. The specification's word for what is below is kept. */
export type Tree<Thing> = Thing & { readonly listSubWareHouses: readonly Tree<Thing>[] };

/** A tree of at most `levels` levels: deeper ones are refused when they are made. */
export const TreeOf = <P extends Type.TProperties>(
  properties: P,
  levels: number,
): Type.TUnsafe<Tree<Type.Static<Type.TObject<P>>>> =>
  Type.Unsafe(
    Type.Object({
      ...properties,
      listSubWareHouses: Type.Array(levels > 1 ? TreeOf(properties, levels - 1) : Type.Unknown()),
    }),
  );
