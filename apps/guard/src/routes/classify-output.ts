import { screenOutput } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

export const classifyOutput: GuardHandler<'classifyOutput'> =
  (ports) =>
  ({ body, context }) =>
    screenOutput(body, context, ports)
