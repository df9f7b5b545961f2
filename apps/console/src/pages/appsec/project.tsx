import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { appsec } from '../../api/clients.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAddressQuery, usePathName } from './parts/address.ts'
import { ButtonLink } from './parts/button-link.tsx'
import { GateEditor } from './parts/gate-editor.tsx'
import { type Project, useMay } from './parts/kinds.ts'
import { PipelineCard } from './parts/pipeline-card.tsx'
import { ProjectOverview } from './parts/project-overview.tsx'
import { ProjectSettings } from './parts/project-settings.tsx'
import { ScanList } from './parts/scan-list.tsx'
import { SuppressionList } from './parts/suppression-list.tsx'
import { ScheduleForm } from './parts/schedule-form.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/projects.ts'

/** Details of one project: status, scans, and policies. */
export default function ProjectPage() {
  const projectId = usePathName('projectId')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'project', projectId],
    queryFn: ({ signal }) => appsec.readProject({ params: { projectId } }, { signal }),
  })
  const mayScan = useMay('DEVELOPER')
  return (
    <>
      <PageHeader
        title={data?.name ?? common.project}
        crumbs={[[common.projects, '/appsec/projects']]}
        {...(data === undefined || data.description === '' ? {} : { intro: data.description })}
        actions={
          mayScan && (
            <ButtonLink to="/appsec/new-scan" search={searchOf(projectId, data)} look="primary" icon={Plus}>
              {common.newScan}
            </ButtonLink>
          )
        }
      />
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.project.loadingTheProject} />
      )}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <Parts key={data.id} project={data} />}
    </>
  )
}

/** A project with a repository is scanned from there by default. */
function searchOf(projectId: string, project: Project | undefined): Readonly<Record<string, string>> {
  return typeof project?.repoUrl === 'string' ? { projectId, source: 'git' } : { projectId }
}

function Parts({ project }: { readonly project: Project }) {
  const { tab } = useAddressQuery()
  const navigate = useNavigate()
  const tabs = [
    { value: 'overview', label: common.overview, content: <ProjectOverview project={project} /> },
    { value: 'scans', label: common.scans, content: <ScanList projectId={project.id} /> },
    { value: 'gate', label: messages.project.gate, content: <GateEditor project={project} /> },
    {
      value: 'suppressions',
      label: messages.project.suppressions,
      content: <SuppressionList projectId={project.id} />,
    },
    { value: 'schedule', label: messages.project.schedule, content: <ScheduleForm project={project} /> },
    { value: 'pipeline', label: messages.project.pipeline, content: <PipelineCard /> },
    { value: 'settings', label: common.settings, content: <ProjectSettings project={project} /> },
  ]
  return (
    <Tabs
      label={messages.project.projectSections}
      tabs={tabs}
      value={tabs.some(({ value }) => value === tab) ? tab! : 'overview'}
      onPick={(value) => void navigate({ to: '.', search: { tab: value }, replace: true, resetScroll: false })}
    />
  )
}
