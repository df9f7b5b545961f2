import { Building2, FolderGit2, ScanSearch, ScrollText, TrendingUp } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const appsecPages: readonly Page[] = [
  {
    path: '/appsec/projects',
    title: 'Projects',
    icon: FolderGit2,
    area: 'appsec',
    words: 'grades repositories',
    load: () => import('./projects.tsx'),
  },
  {
    path: '/appsec/scans',
    title: 'Scans',
    icon: ScanSearch,
    area: 'appsec',
    words: 'progress running gate',
    load: () => import('./scans.tsx'),
  },
  {
    path: '/appsec/new-scan',
    title: 'New scan',
    area: 'appsec',
    words: 'upload git svn subversion start',
    load: () => import('./new-scan.tsx'),
  },
  { path: '/appsec/scans/$scanId', title: 'Scan', area: 'appsec', load: () => import('./scan.tsx') },
  { path: '/appsec/scans/$scanId/findings', title: 'Findings', area: 'appsec', load: () => import('./findings.tsx') },
  { path: '/appsec/findings/$findingId', title: 'Finding', area: 'appsec', load: () => import('./finding.tsx') },
  { path: '/appsec/projects/$projectId', title: 'Project', area: 'appsec', load: () => import('./project.tsx') },
  {
    path: '/appsec/trends',
    title: 'Trends',
    icon: TrendingUp,
    area: 'appsec',
    words: 'mttr charts over time repairs',
    load: () => import('./trends.tsx'),
  },
  {
    path: '/appsec/policies',
    title: 'Code policies',
    icon: ScrollText,
    area: 'appsec',
    words: 'licences licenses rules',
    load: () => import('./policies.tsx'),
  },
  {
    path: '/appsec/organization',
    title: 'Organization',
    icon: Building2,
    area: 'appsec',
    words: 'members roles keys audit signing model advisories settings',
    load: () => import('./organization.tsx'),
  },
]
