import type { redteam } from '../../../api/clients.ts'

export type Run = Awaited<ReturnType<typeof redteam.listRuns>>[number]
type RunDetails = Awaited<ReturnType<typeof redteam.readRun>>
/** Completed attack in the progress. */
export type Attempt = RunDetails['progress'][number]
export type Report = NonNullable<RunDetails['report']>
export type AttackRecord = Report['rounds'][number]['results'][number]
export type Finding = Report['findings'][number]
export type Cell = Report['summary']['byCategory'][string]
export type Category = Awaited<ReturnType<typeof redteam.listCategories>>[number]
export type Strategy = Awaited<ReturnType<typeof redteam.listStrategies>>[number]
export type RunRequest = Parameters<typeof redteam.startRun>[0]['body']
export type RunTarget = RunRequest['target']
export type AttachmentKind = NonNullable<RunTarget['attachments']>[number]
export type Dataset = NonNullable<RunRequest['datasets']>[number]
export type CustomAttack = NonNullable<RunRequest['customAttacks']>[number]

/** Range of a text in UTF-16 units, with its label. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly label: string
}
