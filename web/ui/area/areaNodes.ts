/** A node of the area tree. Its key is its full path in words, which is also what is displayed and read by screen readers. */
export interface AreaNode {
  readonly value: string;
  readonly title: string;
  /** The text that is searched. */
  readonly found: string;
  readonly children?: AreaNode[];
}

interface Area {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Area[];
}

/** Builds the tree, and maps codes to paths and back. A code that is unknown, e.g. of a former area, is its own path. */
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
    /** The paths of the province and the city of an area. */
    above: (code: string): string[] => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`].map(pathOf),
    codeOf: (path: string): string => codes.get(path) ?? path,
  };
}
