import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Project, useMay } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/projects.ts'

/** Name and repository of a project, and its deletion. */
export function ProjectSettings({ project }: { readonly project: Project }) {
  const queries = useQueryClient()
  const mayChange = useMay('SECURITY')
  const [form, setForm] = useState({
    name: project.name,
    description: project.description,
    repoUrl: project.repoUrl ?? '',
    defaultBranch: project.defaultBranch,
    reduceNonProduction: project.reduceNonProduction,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => appsec.changeProject({ params: { projectId: project.id }, body: form }),
    async onSuccess() {
      toast(messages.projectSettings.projectSaved)
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card title={common.project}>
        <form onSubmit={onSubmit}>
          <fieldset disabled={!mayChange} className="flex flex-col gap-4">
            <TextField
              label={common.name}
              error={error === null ? undefined : explain(error).sentence}
              required
              maxLength={200}
              value={form.name}
              onText={(name) => setForm({ ...form, name })}
            />
            <Field label={common.description}>
              {(field) => (
                <Textarea
                  {...field}
                  rows={3}
                  maxLength={2_000}
                  value={form.description}
                  onChange={({ target }) => setForm({ ...form, description: target.value })}
                />
              )}
            </Field>
            <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
              <TextField
                label={common.repositoryUrl}
                help={messages.projectSettings.leaveEmptyIfYouOnlyUpload}
                placeholder={common.httpsGitExampleOrgShopGit}
                value={form.repoUrl}
                onText={(repoUrl) => setForm({ ...form, repoUrl })}
              />
              <TextField
                label={messages.projectSettings.defaultBranch}
                required
                value={form.defaultBranch}
                onText={(defaultBranch) => setForm({ ...form, defaultBranch })}
              />
            </div>
            <Switch
              label={messages.projectSettings.reduceSeverityInTestsExamples}
              on={form.reduceNonProduction}
              disabled={!mayChange}
              onFlip={(reduceNonProduction) => setForm({ ...form, reduceNonProduction })}
            />
            {mayChange && (
              <div>
                <Button look="primary" type="submit" busy={isPending}>
                  {messages.projectSettings.saveProject}
                </Button>
              </div>
            )}
          </fieldset>
        </form>
      </Card>
      <DeleteProject project={project} />
    </div>
  )
}

function DeleteProject({ project: { id, name } }: { readonly project: Project }) {
  const [isAsked, setIsAsked] = useState(false)
  const mayDelete = useMay('ADMIN')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => appsec.deleteProject({ params: { projectId: id } }),
    async onSuccess() {
      await navigate({ to: '/appsec/projects' })
      toast(messages.projectSettings.projectDeleted(name))
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
    onError(error) {
      setIsAsked(false)
      toast(explain(error).sentence, 'bad')
    },
  })
  if (!mayDelete) return null
  return (
    <Card title={messages.projectSettings.deleteProject}>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="text-muted">{messages.projectSettings.deletesAllScansFindingsAnd}</p>
        <Button look="danger" icon={Trash2} onClick={() => setIsAsked(true)}>
          {messages.projectSettings.dangerZone}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={messages.projectSettings.delete(name)}
        does={messages.projectSettings.deleteProject}
        busy={isPending}
        onYes={() => mutate()}
      >
        {messages.projectSettings.allScansFindingsTriage}
      </ConfirmDialog>
    </Card>
  )
}
