import type { Handlers } from '@gatehouse/contracts'
import { CICD_PLATFORMS, type pipelineEndpoints } from '@gatehouse/contracts/scans'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { pipelineClient, pipelineTemplate } from '../pipelines/templates.ts'

export function pipelineHandlers(): Handlers<typeof pipelineEndpoints, RequestContext> {
  return {
    cicdClient({ query: { sha256 } }) {
      const client = pipelineClient(sha256)
      if (client !== undefined) return client
      throw new Failure(
        'not_found',
        'This release contains no client with that digest. Download the pipeline template again.',
      )
    },
    cicdTemplate({ params: { platform } }) {
      const known = CICD_PLATFORMS.find((item) => item === platform.toLowerCase())
      if (known !== undefined) return pipelineTemplate(known)
      throw new Failure('not_found', 'No template exists for this platform.', {
        extra: { availablePlatforms: CICD_PLATFORMS },
      })
    },
  }
}
