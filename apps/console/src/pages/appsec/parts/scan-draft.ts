import { useState } from 'react'
import { onSwitch } from '../../../api/switched.ts'
import type { ChosenSource } from './chosen-source.ts'
import type { ScanType } from './kinds.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** A scan that is being edited. */
export interface ScanDraft {
  readonly kind: 'upload' | 'git' | 'svn'
  readonly source: ChosenSource | undefined
  readonly repoUrl: string
  readonly branch: string
  readonly commitSha: string
  readonly baseSha: string
  readonly svnUrl: string
  readonly svnRevision: string
  readonly svnUsername: string
  readonly svnPassword: string
  /** Empty for a new project. */
  readonly projectId: string
  readonly newProjectName: string
  readonly scanType: ScanType
}

const EMPTY: ScanDraft = {
  kind: 'upload',
  source: undefined,
  repoUrl: '',
  branch: '',
  commitSha: '',
  baseSha: '',
  svnUrl: '',
  svnRevision: '',
  svnUsername: '',
  svnPassword: '',
  projectId: '',
  newProjectName: '',
  scanType: 'FULL',
}

let storedDraft: ScanDraft = EMPTY
onSwitch('appsec', () => (storedDraft = EMPTY))

/** Draft that survives leaving the page, except for the password. */
export function useScanDraft(start: Partial<ScanDraft>) {
  const [draft, setDraft] = useState<ScanDraft>({ ...storedDraft, ...start })
  const set = (change: Partial<ScanDraft>): void => {
    setDraft((before) => {
      const after = { ...before, ...change }
      storedDraft = { ...after, svnPassword: '' }
      return after
    })
  }
  return {
    draft,
    set,
    forget: (): void => {
      storedDraft = EMPTY
      setDraft(EMPTY)
    },
  }
}

/**
 * Returns the request, or the missing fields.
 * @param known repository of the selected project, if any
 */
export function bodyOfDraft(draft: ScanDraft, known: string | undefined) {
  const { kind, source, repoUrl, branch, commitSha, baseSha, svnUrl, svnRevision, svnUsername, svnPassword } = draft
  const report = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim())
  const project =
    draft.projectId === '' ? { newProjectName: report(draft.newProjectName) } : { projectId: draft.projectId }
  const common = { scanType: draft.scanType, baseSha: report(baseSha), ...project }
  switch (kind) {
    case 'upload':
      return source === undefined
        ? messages.scanDraft.selectTheSourceCodeToUpload
        : { ...common, source: source.file, branch: report(branch), commitSha: report(commitSha) }
    case 'git':
      return report(repoUrl) === undefined && known === undefined
        ? messages.scanDraft.enterTheRepositoryUrl
        : { ...common, repoUrl: report(repoUrl), branch: report(branch), commitSha: report(commitSha) }
    case 'svn':
    default:
      return report(svnUrl) === undefined
        ? messages.scanDraft.enterTheSubversionUrl
        : {
            ...common,
            svnUrl: report(svnUrl),
            svnRevision: report(svnRevision),
            svnUsername: report(svnUsername),
            svnPassword: svnPassword === '' ? undefined : svnPassword,
          }
  }
}
