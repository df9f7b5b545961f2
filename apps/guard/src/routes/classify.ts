import { screenInput } from '../screen.ts'
import type { GuardHandler } from './handler.ts'

export const classify: GuardHandler<'classify'> =
  (ports) =>
  ({ body, context }) =>
    screenInput(body, context, ports)
