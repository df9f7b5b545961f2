import { FolderGit2, ScanSearch } from 'lucide-react'
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
]
