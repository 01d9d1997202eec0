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

const nameOf = ({ method, path }: RouterRoute): string => `${method} ${path}`;
