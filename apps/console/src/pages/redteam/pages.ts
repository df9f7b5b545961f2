import { FileChartColumn, LibraryBig, ScrollText, Swords } from 'lucide-react'
import type { Page } from '../../app/page.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/navigation.ts'

export const redteamPages: readonly Page[] = [
  {
    path: '/redteam/runs',
    title: common.runs,
    icon: Swords,
    area: 'redteam',
    words: messages.redteamPages.attacksProgress,
    load: () => import('./runs.tsx'),
  },
  {
    path: '/redteam/runs/new',
    title: common.newRun,
    area: 'redteam',
    words: messages.redteamPages.attackAgentTargetStartTest,
    load: () => import('./new-run.tsx'),
  },
  { path: '/redteam/runs/$runId', title: messages.redteamPages.run, area: 'redteam', load: () => import('./run.tsx') },
  {
    path: '/redteam/reports',
    title: common.reports,
    icon: FileChartColumn,
    area: 'redteam',
    words: messages.redteamPages.scoreFindingsTrendCompare,
    load: () => import('./reports.tsx'),
  },
  {
    path: '/redteam/reports/compare',
    title: messages.redteamPages.compareRuns,
    area: 'redteam',
    load: () => import('./compare.tsx'),
  },
  {
    path: '/redteam/reports/$filename',
    title: messages.redteamPages.report,
    area: 'redteam',
    load: () => import('./report.tsx'),
  },
  {
    path: '/redteam/attacks',
    title: common.attacks,
    icon: LibraryBig,
    area: 'redteam',
    words: messages.redteamPages.categoriesStrategiesCatalogue,
    load: () => import('./attacks.tsx'),
  },
  {
    path: '/redteam/audit',
    title: messages.redteamPages.redTeamAuditLog,
    icon: ScrollText,
    area: 'redteam',
    words: messages.redteamPages.logWhoDidWhatChain,
    load: () => import('./audit.tsx'),
  },
]
