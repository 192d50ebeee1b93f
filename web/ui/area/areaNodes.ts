/** An area in a tree to choose from. It is known by its whole path, which is also what is shown and read aloud of it. */
export interface AreaNode {
  readonly value: string;
  readonly title: string;
  /** What a search looks in. */
  readonly found: string;
  readonly children?: AreaNode[];
}

interface Area {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Area[];
}

/** The tree of areas, and the way from a code to its path and back. A code that is no area any more stands for itself. */
export function areaNodes(areas: readonly Area[]) {
  const paths = new Map<string, string>();
  const codes = new Map<string, string>();
  const nodeOf = ({ code, name, children }: Area, above: string): AreaNode => {
    const value = `${above}${name}`;
    paths.set(code, value);
    codes.set(value, code);
    return {
      value,
      title: name,
      found: `${name} ${code}`,
      ...(children ? { children: children.map((area) => nodeOf(area, `${value} / `)) } : {}),
    };
  };
  const nodes = areas.map((area) => nodeOf(area, ''));
  const pathOf = (code: string): string => paths.get(code) ?? code;
  return {
    nodes,
    pathOf,
    /** The paths of the province and the city that an area lies in. */
    above: (code: string): string[] => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`].map(pathOf),
    codeOf: (path: string): string => codes.get(path) ?? path,
  };
}
