import { fileNames, importFile } from './collected-files.ts';

/** The exports of all files of the server with this ending, in the order of their names. */
export function exportsOfFiles(ending: `.${string}.ts`): Promise<object[]> {
  return Promise.all(fileNames.filter((name) => name.endsWith(ending)).map(importFile));
}

/** All that files with this ending declare. A file that declares nothing would be overlooked, so it is refused. */
export async function declaredIn<Declared>(
  ending: `.${string}.ts`,
  isDeclared: (value: unknown) => value is Declared,
): Promise<readonly Declared[]> {
  const names = fileNames.filter((name) => name.endsWith(ending));
  const files = await Promise.all(
    names.map(async (name) => {
      const declared = Object.values(await importFile(name)).filter(isDeclared);
      if (declared.length === 0) throw new Error(`server/${name} exports nothing that its name promises`);
      return declared;
    }),
  );
  return files.flat();
}
