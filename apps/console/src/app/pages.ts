import { appsecPages } from '../pages/appsec/pages.ts'
import { guardPages } from '../pages/guard/pages.ts'
import { overviewPages } from '../pages/overview/pages.ts'
import { redteamPages } from '../pages/redteam/pages.ts'
import { accountPages } from '../pages/account/pages.ts'
import type { Page } from './page.ts'

/** The sidebar's groups, in order. */
export const GROUPS: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  { title: '', pages: overviewPages },
  { title: 'Guard', pages: guardPages },
  { title: 'AppSec', pages: appsecPages },
  { title: 'Red team', pages: redteamPages },
]

export const PAGES: readonly Page[] = [...GROUPS.flatMap(({ pages }) => pages), ...accountPages]
