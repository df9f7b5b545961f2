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

/** What a project is called and where its code comes from; and its end. */
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
      toast('The project is saved.')
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card title="Project">
        <form onSubmit={onSubmit}>
          <fieldset disabled={!mayChange} className="flex flex-col gap-4">
            <TextField
              label="Name"
              error={error === null ? undefined : explain(error).sentence}
              required
              maxLength={200}
              value={form.name}
              onText={(name) => setForm({ ...form, name })}
            />
            <Field label="Description">
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
                label="Repository"
                help="Where it is fetched from; empty: uploads alone."
                placeholder="https://git.example.org/shop.git"
                value={form.repoUrl}
                onText={(repoUrl) => setForm({ ...form, repoUrl })}
              />
              <TextField
                label="Default branch"
                required
                value={form.defaultBranch}
                onText={(defaultBranch) => setForm({ ...form, defaultBranch })}
              />
            </div>
            <Switch
              label="Lower the severity of findings in tests, examples and documentation"
              on={form.reduceNonProduction}
              disabled={!mayChange}
              onFlip={(reduceNonProduction) => setForm({ ...form, reduceNonProduction })}
            />
            {mayChange && (
              <div>
                <Button look="primary" type="submit" busy={isPending}>
                  Save
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
      toast(`The project ${name} is deleted.`)
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
    onError(error) {
      setIsAsked(false)
      toast(explain(error).sentence, 'bad')
    },
  })
  if (!mayDelete) return null
  return (
    <Card title="Delete">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="text-muted">All scans, findings and documents of the project go with it.</p>
        <Button look="danger" icon={Trash2} onClick={() => setIsAsked(true)}>
          Delete project
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Delete ${name}?`}
        does="Delete it for good"
        busy={isPending}
        onYes={() => mutate()}
      >
        Its scans, findings, what was said of them, and all signed documents are deleted. Nothing brings them back.
      </ConfirmDialog>
    </Card>
  )
}
