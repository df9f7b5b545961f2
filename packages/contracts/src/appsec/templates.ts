import { z } from 'zod'
import { get } from '../endpoint.ts'

/** docs/spec/appsec.md "Webhooks in": five, some with two names. */
export const CICD_PLATFORMS = [
  'github',
  'github-actions',
  'gitlab',
  'gitlab-ci',
  'jenkins',
  'azure-devops',
  'azure-devops-pipelines',
  'bitbucket',
] as const
export type CicdPlatform = (typeof CICD_PLATFORMS)[number]

const PIPELINES = ['Pipelines']

/** docs/spec/appsec.md §4, "Webhooks in". */
export const pipelineEndpoints = {
  cicdClient: get('/api/cicd-templates/client.sh', {
    auth: 'none',
    summary: 'Get the pipeline script that scans a commit',
    description: 'With `sha256`: the script version with this digest, from this or an earlier release.',
    tags: PIPELINES,
    query: z.object({
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
        .optional(),
    }),
    produces: 'text/x-shellscript; charset=utf-8',
  }),
  cicdTemplate: get('/api/cicd-templates/{platform}', {
    auth: 'member',
    summary: 'Get a pipeline template with a scan step and a build gate',
    description: `Platforms: ${CICD_PLATFORMS.join(', ')}. The template is the same for all organizations: URL and key are variables of the platform.`,
    tags: PIPELINES,
    produces: 'text/plain; charset=utf-8',
  }),
}
