import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/projects.ts'
import { phrase } from '../../../ui/phrase.tsx'

const PLATFORMS = [
  { value: 'github-actions', label: messages.pipelineCard.githubActions },
  { value: 'gitlab-ci', label: messages.pipelineCard.gitlabCi },
  { value: 'jenkins', label: messages.pipelineCard.jenkins },
  { value: 'azure-devops-pipelines', label: messages.pipelineCard.azurePipelines },
  { value: 'bitbucket', label: messages.pipelineCard.bitbucketPipelines },
]

/** CI pipeline that scans each commit and fails if the gate does. */
export function PipelineCard() {
  const [platform, setPlatform] = useState('github-actions')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'pipeline', platform],
    queryFn: async ({ signal }) => (await appsec.cicdTemplate({ params: { platform } }, { signal })).text(),
    staleTime: Infinity,
  })
  return (
    <Card
      title={messages.pipelineCard.ciPipeline}
      actions={
        <Select aria-label={messages.pipelineCard.platform} options={PLATFORMS} value={platform} onPick={setPlatform} />
      }
    >
      <p className="mb-3 max-w-2xl text-sm text-muted">
        {phrase(messages.pipelineCard.addThisFileToYourRepository, {
          link: (
            <TextLink to="/appsec/organization" search={{ tab: 'keys' }}>
              {common.organization}
            </TextLink>
          ),
        })}
      </p>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.pipelineCard.loadingThePipeline} />
      )}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <CodeBlock label={messages.pipelineCard.pipeline} text={data} />}
    </Card>
  )
}
