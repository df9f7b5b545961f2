import { z } from 'zod'
import { get, patch, put } from '../endpoint.ts'
import { BuildGate } from './build-gate.ts'
import { line } from './text.ts'

const ID_CHARS_MAX = 64
const ProjectId = line(ID_CHARS_MAX).optional()

const GateAnswer = BuildGate.extend({ projectId: z.string() })
const GateBody = BuildGate.partial().extend({
  projectId: ProjectId.describe('Send in the request body or as a query parameter.'),
})
const GateQuery = z.object({ projectId: ProjectId })

const SETTINGS = ['Settings']

/** docs/spec/appsec.md §4, "Shapes", "Details". */
export const gateEndpoints = {
  readBuildGate: get('/api/settings/build-gates', {
    auth: 'member',
    summary: 'Get the build gate of a project',
    tags: SETTINGS,
    query: GateQuery,
    response: GateAnswer,
  }),
  replaceBuildGate: put('/api/settings/build-gates', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Replace the build gate of a project; omitted fields get their defaults',
    tags: SETTINGS,
    query: GateQuery,
    body: GateBody,
    response: GateAnswer,
  }),
  changeBuildGate: patch('/api/settings/build-gates', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Update the build gate of a project; omitted fields are unchanged',
    tags: SETTINGS,
    query: GateQuery,
    body: GateBody,
    response: GateAnswer,
  }),
}
