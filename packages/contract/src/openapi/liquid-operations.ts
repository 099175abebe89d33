import { IsSchema, type TSchema } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { liquidEndpoints } from '../routes/liquid/liquid.ts';
import * as assets from '../shapes/liquid/asset-shapes.ts';
import * as blocks from '../shapes/liquid/liquid-block-shapes.ts';
import * as start from '../shapes/liquid/liquid-start-shapes.ts';
import * as transactions from '../shapes/liquid/liquid-tx-shapes.ts';
import * as pegs from '../shapes/liquid/peg-shapes.ts';

/** Schemas of Liquid by their OpenAPI component name. */
export const liquidSchemas: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries({ ...assets, ...blocks, ...start, ...transactions, ...pegs }).filter(([, one]) => IsSchema(one)),
);

/**
 * Returns the routes of a Liquid network for the OpenAPI document: their operation ids begin with `liquid`, their tags
 * with `Liquid`.
 * @param prefix of the network, such as `/liquid`; empty for the root network
 */
export const liquidOperations = (prefix: string): Endpoint[] =>
  Object.values<Endpoint>(liquidEndpoints).map((route) => ({
    ...route,
    id: `liquid${route.id[0]!.toUpperCase()}${route.id.slice(1)}`,
    path: prefix + route.path,
    tag: `Liquid: ${route.tag === '' ? 'General' : route.tag.toLowerCase()}`,
  }));
