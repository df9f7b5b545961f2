import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

const PLATFORMS = [
  { value: 'github-actions', label: 'GitHub Actions' },
  { value: 'gitlab-ci', label: 'GitLab CI' },
  { value: 'jenkins', label: 'Jenkins' },
  { value: 'azure-devops-pipelines', label: 'Azure Pipelines' },
  { value: 'bitbucket', label: 'Bitbucket Pipelines' },
]

/** A pipeline that scans each commit and stops what does not pass the gate. */
export function PipelineCard() {
  const [platform, setPlatform] = useState('github-actions')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'pipeline', platform],
    queryFn: async ({ signal }) => (await appsec.cicdTemplate({ params: { platform } }, { signal })).text(),
    staleTime: Infinity,
  })
  return (
    <Card
      title="Pipeline"
      actions={<Select aria-label="Platform" options={PLATFORMS} value={platform} onPick={setPlatform} />}
    >
      <p className="mb-3 max-w-2xl text-sm text-muted">
        Put this into the repository. It asks for the address of this service and a key, which are secrets of the
        platform: make the key under{' '}
        <TextLink to="/appsec/organization" search={{ tab: 'keys' }}>
          Organization
        </TextLink>
        .
      </p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the pipeline" />}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <CodeBlock label="Pipeline" text={data} />}
    </Card>
  )
}
