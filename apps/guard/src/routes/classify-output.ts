import { screenOutput } from '../screen.ts'
import type { GuardHandler } from './handler.ts'

export const classifyOutput: GuardHandler<'classifyOutput'> =
  (ports) =>
  ({ body, context }) =>
    screenOutput(body, context, ports)
