/**
 * The tables whose rows the audit log tells of, each with the list whose texts (`<list>.<column>`) title its columns.
 * What its rows are is the text `auditlog.thing.<table>`.
 */
export const listOfThing = {
  account: 'stafflist',
  brand: 'productsort',
  carousel_picture: 'yyscancode',
  code_binding: 'readycreate',
  code_closure: 'queryclose',
  code_import: 'readycreate',
  code_order: 'records',
  code_part: 'readycreate',
  code_rule: 'coderule',
  code_set: 'readycreate',
  dealer: 'dealer',
  department: 'tree',
  enterprise: 'enterprise',
  factory: 'outsourcing',
  hierarchy: 'hierarchy',
  material: 'material',
  menu_button: 'buttonpower',
  menu_setting: 'setmenusenable',
  packaging_supplier: 'supplier',
  packaging_unit: 'productunit',
  position: 'departmentjob',
  product: 'productlist',
  product_field: 'prodcutextend',
  role: 'rolemanage',
  scan_template: 'scancode',
  session: 'profile',
  ship_to: 'shipto',
  warehouse: 'store',
} as const satisfies Readonly<Record<string, string>>;

/** A table whose rows people change. */
export type Thing = keyof typeof listOfThing;

export const things = Object.keys(listOfThing) as readonly Thing[];
