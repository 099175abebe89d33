import { type TSchema, Type } from 'typebox';
import { type Endpoint, endpoint, tagged } from '../../endpoint.ts';
import type { ErrorCode } from '../../errors.ts';
import * as field from '../../fields.ts';
import * as example from '../../shapes/liquid/liquid-examples.ts';
import * as shape from '../../shapes/liquid/peg-shapes.ts';

/** Declares a route of pegs with its own error text. */
const pegRoute = <A extends TSchema>(declaration: {
  id: string;
  path: string;
  summary: string;
  answer: A;
  example: unknown;
  error: ErrorCode;
  cache?: 'public-30' | 'public-3600';
}) => {
  const { error, cache = 'public-30', path, example: answer, ...rest } = declaration;
  return endpoint({
    ...rest,
    path: `/api/v1/liquid${path}`,
    example: answer,
    errors: [error],
    instead: error === 'v1.pegs' ? {} : { 'v1.pegs': error },
    cache,
  } as Parameters<typeof endpoint>[0]) as Endpoint<A>;
};

/** Declares a route of the audit of the federation: the same, and without an audit it is not found. */
const auditRoute = <A extends TSchema>(declaration: Parameters<typeof pegRoute<A>>[0]) => {
  const route = pegRoute(declaration);
  return { ...route, errors: [...route.errors, 'v1.no-audit'] } as Endpoint<A>;
};

/** Routes of pegs, which the index of the Liquid chain answers. */
export const pegs = tagged('Pegs', {
  pegs: pegRoute({
    id: 'pegs',
    path: '/pegs',
    summary: 'Supply of the pegged asset, with the newest block: sats as text.',
    answer: shape.PegTotal,
    example: example.pegTotal,
    error: 'v1.pegs',
  }),
  pegsMonth: pegRoute({
    id: 'pegsMonth',
    path: '/pegs/month',
    summary: 'Change of that supply in each month, oldest first.',
    answer: Type.Array(shape.MonthlyAmount),
    example: [example.monthly],
    error: 'v1.pegs-month',
    cache: 'public-3600',
  }),
  pegsList: endpoint({
    id: 'pegsList',
    path: '/api/v1/liquid/pegs/list/:count',
    summary: '15 peg-ins, peg-outs and burns, newest block first. Payments of peg-outs are known with an audit only.',
    params: {
      count: field.integer({ description: 'number of pegs to skip', example: 0, maximum: 100_000_000 }, 'v1.pegs-list'),
    },
    answer: Type.Array(shape.Peg),
    example: example.pegs,
    errors: ['v1.pegs-list'],
    instead: { 'v1.pegs': 'v1.pegs-list' },
    cache: 'public-30',
  }),
  pegsVolume: pegRoute({
    id: 'pegsVolume',
    path: '/pegs/volume',
    summary: 'Number and sum of the peg-ins, then of the peg-outs and burns, of the last 24 hours.',
    answer: shape.PegVolumes,
    example: example.volumes,
    error: 'v1.pegs-volume',
  }),
  pegsCount: pegRoute({
    id: 'pegsCount',
    path: '/pegs/count',
    summary: 'Number of peg-ins, peg-outs and burns of the pegged asset.',
    answer: shape.PegsCount,
    example: { pegs_count: 5 },
    error: 'v1.pegs-count',
  }),
});

/** Routes of the federation's outputs on the parent chain, which the audit of both chains answers. */
export const reserves = tagged('Reserves', {
  reserves: auditRoute({
    id: 'reserves',
    path: '/reserves',
    summary: 'Reserves of the federation, unspent and not expired, with the newest audited block of the parent chain.',
    answer: shape.PegTotal,
    example: example.pegTotal,
    error: 'v1.reserves',
  }),
  reservesMonth: auditRoute({
    id: 'reservesMonth',
    path: '/reserves/month',
    summary: 'Reserves at the end of each month, oldest first; the current month has the current reserves.',
    answer: Type.Array(shape.MonthlyAmount),
    example: [{ amount: '250000000', date: '2026-11-01' }],
    error: 'v1.reserves-month',
    cache: 'public-3600',
  }),
  reservesStatus: auditRoute({
    id: 'reservesStatus',
    path: '/reserves/status',
    summary: 'Progress of the audit.',
    answer: shape.AuditStatus,
    example: example.auditStatus,
    error: 'v1.reserves-status',
  }),
  reservesAddresses: auditRoute({
    id: 'reservesAddresses',
    path: '/reserves/addresses',
    summary: 'Addresses of the federation with a balance, largest first.',
    answer: Type.Array(shape.FederationAddress),
    example: [example.federationBalance],
    error: 'v1.reserves-addresses',
  }),
  reservesAddressesTotal: auditRoute({
    id: 'reservesAddressesTotal',
    path: '/reserves/addresses/total',
    summary: 'Number of these addresses.',
    answer: shape.AddressesTotal,
    example: { address_count: 1 },
    error: 'v1.reserves-addresses',
  }),
  reservesUtxos: auditRoute({
    id: 'reservesUtxos',
    path: '/reserves/utxos',
    summary: 'Outputs of the federation that are unspent and not expired, newest first.',
    answer: Type.Array(shape.FederationUtxo),
    example: [example.federationUtxo],
    error: 'v1.reserves-utxos',
  }),
  reservesUtxosTotal: auditRoute({
    id: 'reservesUtxosTotal',
    path: '/reserves/utxos/total',
    summary: 'Number of these outputs.',
    answer: shape.UtxosTotal,
    example: { utxo_count: 1 },
    error: 'v1.reserves-utxos-total',
  }),
  reservesExpired: auditRoute({
    id: 'reservesExpired',
    path: '/reserves/utxos/expired',
    summary: 'Unspent outputs whose time lock has passed, newest first.',
    answer: Type.Array(shape.ExpiredUtxo),
    example: [example.expiredUtxo],
    error: 'v1.reserves-expired',
  }),
  reservesEmergency: auditRoute({
    id: 'reservesEmergency',
    path: '/reserves/utxos/emergency-spent',
    summary: 'Outputs that the emergency keys have spent, newest first.',
    answer: Type.Array(shape.FederationUtxo),
    example: [],
    error: 'v1.reserves-emergency',
  }),
  reservesEmergencyStats: auditRoute({
    id: 'reservesEmergencyStats',
    path: '/reserves/utxos/emergency-spent/stats',
    summary: 'Number and sum of these outputs.',
    answer: shape.EmergencyStats,
    example: example.emergency,
    error: 'v1.reserves-emergency-stats',
  }),
  auditState: endpoint({
    id: 'auditState',
    path: '/api/glass/v1/liquid/audit',
    summary: 'State of the audit in one sentence, and the newest blocks of both chains that it includes.',
    answer: shape.AuditState,
    example: example.auditState,
    cache: 'never',
  }),
  unmatchedPegOuts: endpoint({
    id: 'unmatchedPegOuts',
    path: '/api/glass/v1/liquid/peg-outs/unmatched',
    summary: 'Peg-outs without a payment of the federation, newest first, at most 1,000, with the reason.',
    answer: Type.Array(shape.UnmatchedPegOut),
    example: [example.unmatchedPegOut],
    errors: ['v1.reserves', 'v1.no-audit'],
    cache: 'public-30',
  }),
  unmatchedPegIns: endpoint({
    id: 'unmatchedPegIns',
    path: '/api/glass/v1/liquid/peg-ins/unmatched',
    summary: 'Peg-ins whose deposit is not in the parent chain, newest first, at most 1,000, with the reason.',
    answer: Type.Array(shape.UnmatchedPegIn),
    example: [example.unmatchedPegIn],
    errors: ['v1.reserves', 'v1.no-audit'],
    cache: 'public-30',
  }),
  federationOutputs: endpoint({
    id: 'federationOutputs',
    path: '/api/glass/v1/liquid/federation/outputs',
    summary: 'Outputs of the federation with the facts of both chains that prove them, newest first.',
    query: {
      state: field.optional(
        field.word(
          ['held', 'unspent', 'expired', 'spent', 'emergency-spent', 'all'],
          { description: 'held by default: unspent or expired' },
          'param.state',
        ),
      ),
      start: field.integerWithDefault(
        0,
        { description: 'number of outputs to skip', maximum: 10_000_000 },
        'param.number',
      ),
      limit: field.count({ description: 'number of outputs, at most 10,000', maximum: 10_000, defaultValue: 1_000 }),
    },
    answer: Type.Array(shape.FederationOutput),
    example: [example.federationOutput],
    errors: ['param.state', 'param.number', 'v1.reserves', 'v1.no-audit'],
    cache: 'public-30',
    csv: true,
  }),
  federationEvents: endpoint({
    id: 'federationEvents',
    path: '/api/glass/v1/liquid/federation/events',
    summary: 'Peg-ins, peg-outs, payments of peg-outs, expiries and emergency spends, newest first.',
    query: {
      since: field.integerWithDefault(
        0,
        { description: 'Unix seconds: events of later blocks only', maximum: 99_999_999_999 },
        'param.time',
      ),
      limit: field.count({ description: 'number of events, at most 1,000', maximum: 1_000, defaultValue: 100 }),
    },
    answer: Type.Array(shape.FederationEvent),
    example: [example.federationEvent],
    errors: ['param.time', 'param.number', 'v1.reserves', 'v1.no-audit'],
    cache: 'public-30',
    csv: true,
  }),
  deficits: endpoint({
    id: 'deficits',
    path: '/api/glass/v1/liquid/reserves/deficits',
    summary: 'Periods in which the reserves were below the supply, with exact heights of both chains, newest first.',
    answer: Type.Array(shape.Deficit),
    example: [example.deficit],
    errors: ['v1.reserves', 'v1.no-audit'],
    cache: 'public-30',
    csv: true,
  }),
});
