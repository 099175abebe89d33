import { endpoint, tagged } from '../endpoint.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/shapes.ts';
import * as example from './shared/examples.ts';
import { exampleAddress } from './shared/parts.ts';

/** Initial data of a client, and the state of this server. */
export const general = tagged('General', {
  difficultyAdjustment: endpoint({
    id: 'difficultyAdjustment',
    path: '/api/v1/difficulty-adjustment',
    summary: 'The current difficulty epoch and the estimated adjustment.',
    answer: shape.DifficultyAdjustment,
    example: example.difficultyAdjustment,
    errors: ['v1.difficulty'],
  }),
  initData: endpoint({
    id: 'initData',
    path: '/api/v1/init-data',
    summary: 'Initial data of a client; the same object as the live `init` answer.',
    answer: shape.InitData,
  }),
  validateAddress: endpoint({
    id: 'validateAddress',
    path: '/api/v1/validate-address/:address',
    summary: 'Whether a text is an address of this network, and its type.',
    params: {
      address: field.text(
        { description: '2 to 120 letters and digits', example: exampleAddress, pattern: '^[a-zA-Z0-9]{2,120}$' },
        'v1.address',
      ),
    },
    answer: shape.AddressValidation,
    example: example.addressValidation,
    errors: ['v1.address'],
  }),
  backendInfo: endpoint({
    id: 'backendInfo',
    path: '/api/v1/backend-info',
    summary: 'Versions of this server and its node.',
    answer: shape.BackendInfo,
    example: {
      hostname: 'explorer',
      version: '0.1.0',
      gitCommit: '',
      lightning: false,
      backend: 'esplora',
      coreVersion: '/Satoshi:31.0.0/',
      osVersion: 'Linux 6.12',
    },
  }),
  state: endpoint({
    id: 'state',
    path: '/api/glass/v1/state',
    summary: 'State of the node, index and mempool of this network, each with a description.',
    answer: shape.NetworkState,
  }),
});
