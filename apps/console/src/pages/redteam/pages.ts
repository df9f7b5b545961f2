import { FileChartColumn, LibraryBig, ScrollText, Swords } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const redteamPages: readonly Page[] = [
  {
    path: '/redteam/runs',
    title: 'Runs',
    icon: Swords,
    area: 'redteam',
    words: 'attacks progress',
    load: () => import('./runs.tsx'),
  },
  {
    path: '/redteam/runs/new',
    title: 'New run',
    area: 'redteam',
    words: 'attack agent target start test',
    load: () => import('./new-run.tsx'),
  },
  { path: '/redteam/runs/$runId', title: 'Run', area: 'redteam', load: () => import('./run.tsx') },
  {
    path: '/redteam/reports',
    title: 'Reports',
    icon: FileChartColumn,
    area: 'redteam',
    words: 'score findings trend compare',
    load: () => import('./reports.tsx'),
  },
  { path: '/redteam/reports/compare', title: 'Compare two runs', area: 'redteam', load: () => import('./compare.tsx') },
  { path: '/redteam/reports/$filename', title: 'Report', area: 'redteam', load: () => import('./report.tsx') },
  {
    path: '/redteam/attacks',
    title: 'Attacks',
    icon: LibraryBig,
    area: 'redteam',
    words: 'categories strategies catalogue owasp',
    load: () => import('./attacks.tsx'),
  },
  {
    path: '/redteam/audit',
    title: 'Red-team audit',
    icon: ScrollText,
    area: 'redteam',
    words: 'log who did what chain',
    load: () => import('./audit.tsx'),
  },
]
