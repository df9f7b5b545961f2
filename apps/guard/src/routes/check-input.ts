import { screenInput } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

export const checkInput: GuardHandler<'checkInput'> =
  (ports) =>
  ({ body, context }) =>
    screenInput(body, context, ports)
