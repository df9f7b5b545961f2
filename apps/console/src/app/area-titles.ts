import { common } from '../messages/common.ts'
import { messages } from '../messages/shell.ts'
/** Display names of the services. */
export const AREA_TITLES = {
  guard: common.guard,
  appsec: messages.areaTitles.appsec,
  redteam: messages.areaTitles.redTeam,
} as const
