import { z } from 'zod'
import { get, put } from '../endpoint.ts'

const TAGS = ['Settings']
/** Own limit: ten years. */
const DAYS_MAX = 3_650

const days = z.int().min(1).max(DAYS_MAX).nullable().describe('Days until a new finding is due; null: no due date.')

export const SlaPolicy = z.object({ critical: days, high: days, medium: days, low: days })

/** Due dates of new findings in an organization. */
export const slaEndpoints = {
  readSla: get('/api/settings/sla', {
    auth: 'member',
    summary: 'Get the days until new findings are due, by severity',
    tags: TAGS,
    response: SlaPolicy,
  }),
  saveSla: put('/api/settings/sla', {
    auth: 'member',
    role: 'SECURITY',
    sessionOnly: true,
    summary: 'Set the days until new findings are due, by severity',
    description: 'Applies to findings that later scans report for the first time. Absent severities are unchanged.',
    tags: TAGS,
    body: SlaPolicy.partial(),
    response: SlaPolicy,
  }),
}
