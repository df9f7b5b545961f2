import { Building2, FolderGit2, ScanSearch, ScrollText, TrendingUp } from 'lucide-react'
import type { Page } from '../../app/page.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/navigation.ts'

export const appsecPages: readonly Page[] = [
  {
    path: '/appsec/projects',
    title: common.projects,
    icon: FolderGit2,
    area: 'appsec',
    words: messages.appsecPages.gradesRepositories,
    load: () => import('./projects.tsx'),
  },
  {
    path: '/appsec/scans',
    title: common.scans,
    icon: ScanSearch,
    area: 'appsec',
    words: messages.appsecPages.progressRunningGate,
    load: () => import('./scans.tsx'),
  },
  {
    path: '/appsec/new-scan',
    title: common.newScan,
    area: 'appsec',
    words: messages.appsecPages.uploadGitSvnSubversionStart,
    load: () => import('./new-scan.tsx'),
  },
  { path: '/appsec/scans/$scanId', title: common.scan, area: 'appsec', load: () => import('./scan.tsx') },
  {
    path: '/appsec/scans/$scanId/findings',
    title: common.findings,
    area: 'appsec',
    load: () => import('./findings.tsx'),
  },
  {
    path: '/appsec/findings/$findingId',
    title: messages.appsecPages.finding,
    area: 'appsec',
    load: () => import('./finding.tsx'),
  },
  { path: '/appsec/projects/$projectId', title: common.project, area: 'appsec', load: () => import('./project.tsx') },
  {
    path: '/appsec/trends',
    title: messages.appsecPages.trends,
    icon: TrendingUp,
    area: 'appsec',
    words: messages.appsecPages.mttrChartsOverTimeRepairs,
    load: () => import('./trends.tsx'),
  },
  {
    path: '/appsec/policies',
    title: messages.appsecPages.codePolicies,
    icon: ScrollText,
    area: 'appsec',
    words: messages.appsecPages.licensesLicencesRules,
    load: () => import('./policies.tsx'),
  },
  {
    path: '/appsec/organization',
    title: common.organization,
    icon: Building2,
    area: 'appsec',
    words: messages.appsecPages.membersRolesKeysAuditSigning,
    load: () => import('./organization.tsx'),
  },
]
