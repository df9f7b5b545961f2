import { screenOutput } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

export const checkOutput: GuardHandler<'checkOutput'> =
  (ports) =>
  ({ body, context }) =>
    screenOutput(body, context, ports)
