import { screenInput } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

export const classify: GuardHandler<'classify'> =
  (ports) =>
  ({ body, context }) =>
    screenInput(body, context, ports)
