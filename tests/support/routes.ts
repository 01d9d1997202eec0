import type { RouterRoute } from 'hono/types';
import { z } from 'zod';

/** The calls of an app without middleware, which Hono lists with the method ALL: `GET /api/v1/…`. */
export function callsOf(routes: RouterRoute[]): string[] {
  const calls = routes.filter((route) => route.method !== 'ALL');
  return [...new Set(calls.map(nameOf))];
}

/** The schema of the JSON body of each call that validates one. */
export function bodySchemasOf(routes: RouterRoute[]): Map<string, z.ZodType> {
  const schemas = new Map<string, z.ZodType>();
  for (const route of routes) {
    const { schema } = route.handler as { schema?: unknown };
    if (schema instanceof z.ZodType) schemas.set(nameOf(route), schema);
  }
  return schemas;
}

/** What each call asks to be confirmed, as the guard that it carries says. */
export function confirmationsOf(routes: RouterRoute[]): Record<string, unknown> {
  const guards = routes.map((route) => [nameOf(route), route.handler] as const);
  return Object.fromEntries(
    guards.flatMap(([call, guard]) =>
      'confirmation' in guard ? [[call, guard.confirmation]] : [],
    ),
  );
}

const nameOf = ({ method, path }: RouterRoute): string => `${method} ${path}`;
