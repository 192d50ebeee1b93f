import { enterpriseDetail } from '@suyuan/contract/base/enterprise.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { type AddressProblem, addressProblem } from '@suyuan/contract/base/public-address.ts';
import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#core/api/call.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { usePermittedRoutes } from '#core/session/usePermittedRoutes.ts';
import type { Sight } from '../figures/useFigures.ts';
import { firstSteps, type Step, stepsDone } from './firstSteps.ts';

export interface StepState {
  readonly name: Step;
  readonly path: string;
  readonly done: boolean;
  /** Why the enterprise's public address should not be printed. */
  readonly problem?: { readonly kind: AddressProblem; readonly address: string };
}

const one = { page: 1, size: 1 };

/**
 * The first steps that the person may take. The numbers of products and rules are fetched separately, because they are not
 * among the figures.
 */
export function useSteps(total: Dashboard['total'], sight: Sight): readonly StepState[] {
  const screens = usePermittedScreens();
  const enterprise = useQuery({
    queryKey: [enterpriseDetail.path],
    queryFn: ({ signal }) => call(enterpriseDetail, {}, { signal, background: true }),
    enabled: screens.some(({ name }) => name === 'enterprise'),
  });
  const products = useQuery({
    queryKey: [product.page.path, one],
    queryFn: ({ signal }) => call(product.page, one, { signal, background: true }),
  });
  const rules = useQuery({
    queryKey: [codeRule.page.path, one],
    queryFn: ({ signal }) => call(codeRule.page, one, { signal, background: true }),
    enabled: sight.orders,
  });
  const inForce = enterprise.data?.in_force;
  const kind = inForce && addressProblem(inForce.public_url, inForce.public_url_from);
  const steps = stepsDone(total, {
    enterprise: enterprise.data && enterprise.data.updated_at !== null,
    address: inForce && kind === null,
    products: products.data?.total,
    rules: rules.data?.total,
  });
  return firstSteps.flatMap((name) => {
    const screen = screens.find((each) => each.name === name);
    if (!screen) return [];
    const problem = name === 'enterprise' && inForce && kind ? { kind, address: inForce.public_url } : undefined;
    return [{ name, path: screen.path, done: steps.has(name), ...(problem ? { problem } : {}) }];
  });
}

const screensOf = (route: RouteRecord): readonly RouteRecord[] => {
  if (route.meta.hidden) return [];
  return route.children ? route.children.flatMap(screensOf) : [route];
};

/** The screens that the person may open. */
export function usePermittedScreens(): readonly RouteRecord[] {
  const routes = usePermittedRoutes();
  return useMemo(() => routes.flatMap(screensOf), [routes]);
}
