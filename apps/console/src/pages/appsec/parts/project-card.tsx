import { useQuery } from '@tanstack/react-query'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { numberText } from './kinds.ts'
import type { ScanDraft } from './scan-draft.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/projects.ts'

const PROJECTS_MAX = 100

interface Props {
  readonly draft: ScanDraft
  readonly set: (change: Partial<ScanDraft>) => void
}

/** Loads the project of a draft. */
export function useDraftProject({ projectId }: Pick<ScanDraft, 'projectId'>) {
  return useQuery({
    queryKey: ['appsec', 'project', projectId],
    queryFn: ({ signal }) => appsec.readProject({ params: { projectId } }, { signal }),
    enabled: projectId !== '',
  }).data
}

/** Selects the project of a scan. */
export function ProjectCard({ draft, set }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'projects', 'choice'],
    queryFn: ({ signal }) => appsec.listProjects({ query: { limit: PROJECTS_MAX } }, { signal }),
  })
  const chosen = useDraftProject(draft)
  const listed = data?.projects ?? []
  // A linked project that is not in the list is added to it.
  const known = chosen === undefined || listed.some(({ id }) => id === chosen.id) ? listed : [chosen, ...listed]
  const total = data?.pagination.total ?? 0
  const more = total > PROJECTS_MAX ? messages.projectCard.onlyTheNewestOfAreListedStart(numberText(total)) : ''
  return (
    <Card title={common.project}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingProjects} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={common.project} help={messages.projectCard.findingsGradeAndGateBelongToA(more)}>
          {(field) => (
            <Select
              {...field}
              value={draft.projectId}
              onPick={(projectId) => set({ projectId })}
              options={[
                { value: '', label: messages.projectCard.newProject },
                ...known.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
        {draft.projectId === '' && (
          <TextField
            label={common.name}
            help={messages.projectCard.leaveEmptyToUseTheNameOfThe}
            maxLength={200}
            value={draft.newProjectName}
            onText={(newProjectName) => set({ newProjectName })}
          />
        )}
      </div>
    </Card>
  )
}
