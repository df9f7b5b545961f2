import { Failure } from '@gatehouse/kernel'
import type { ConnectTargets } from './gateway.ts'

/** Connects to the servers of a route. */
export const connectRoute: ConnectTargets = () =>
  Promise.reject(new Failure('unavailable', 'The tool server cannot be reached.'))
