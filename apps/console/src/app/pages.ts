import { appsecPages } from '../pages/appsec/pages.ts'
import { guardPages } from '../pages/guard/pages.ts'
import { overviewPages } from '../pages/overview/pages.ts'
import { redteamPages } from '../pages/redteam/pages.ts'
import { accountPages } from '../pages/account/pages.ts'
import type { Page } from './page.ts'
import { common } from '../messages/common.ts'
import { messages } from '../messages/shell.ts'

/** The sidebar's groups, in order. */
export const GROUPS: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  { title: '', pages: overviewPages },
  { title: common.guard, pages: guardPages },
  { title: messages.pages.appsec, pages: appsecPages },
  { title: messages.pages.redTeam, pages: redteamPages },
]

export const PAGES: readonly Page[] = [...GROUPS.flatMap(({ pages }) => pages), ...accountPages]
