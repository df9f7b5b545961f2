import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AdvisoryImport } from './advisory-import.tsx'
import { useMay } from './kinds.ts'

type Settings = Awaited<ReturnType<typeof appsec.readModelSettings>>

const MODES = [
  { value: 'offline', label: 'Imported (offline)' },
  { value: 'mirror', label: 'Mirror, read daily' },
  { value: 'online', label: 'OSV service (online)' },
]
const MODE_HELP: Readonly<Record<Settings['vulnDbMode'], string>> = {
  offline: 'Scans use imported advisories and send no package names.',
  mirror: 'A copy of the mirror is updated daily. Scans send no package names.',
  online: 'Each scan sends the names of its packages to the service.',
}
const ADDRESS_HELP: Readonly<Record<Settings['vulnDbMode'], string>> = {
  offline: 'For imports: a file or a folder in the form of the OSV export. Empty: the public OSV export.',
  mirror: 'A file or a folder in the form of the OSV export.',
  online: 'A service with the OSV API. Empty: the public service.',
}

const PROVIDERS = ['anthropic', 'mistral', 'openai', 'openrouter', 'custom']

/** Where advisories come from, and which model may look at code. */
export function ModelSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'model-settings'],
    queryFn: ({ signal }) => appsec.readModelSettings({}, { signal }),
  })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the settings" />
  if (data === undefined) return <Skeleton />
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card title="Advisories in use">
        <AdvisoryImport />
      </Card>
      <Form settings={data} />
    </div>
  )
}

function Form({ settings }: { readonly settings: Settings }) {
  const queries = useQueryClient()
  const mayChange = useMay('ADMIN')
  const [form, setForm] = useState({ ...settings, apiKey: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { hasApiKey: _, ...body } = form
      return appsec.saveModelSettings({ body })
    },
    async onSuccess() {
      toast('The settings are saved.')
      setForm((before) => ({ ...before, apiKey: '' }))
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  const text = (name: 'baseUrl' | 'model' | 'vulnDbUrl', label: string, help: string) => (
    <Field label={label} help={help}>
      {(field) => (
        <Input {...field} value={form[name]} onChange={({ target }) => setForm({ ...form, [name]: target.value })} />
      )}
    </Field>
  )
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Card title="Advisory source">
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
          <Field label="Mode" help={MODE_HELP[form.vulnDbMode]}>
            {(field) => (
              <Select
                {...field}
                value={form.vulnDbMode}
                options={MODES}
                onPick={(value) => setForm({ ...form, vulnDbMode: value as Settings['vulnDbMode'] })}
              />
            )}
          </Field>
          {text('vulnDbUrl', 'Address of advisories', ADDRESS_HELP[form.vulnDbMode])}
        </fieldset>
      </Card>
      <Card title="Model">
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
          <Field label="Provider" help="Another endpoint of the chat-completions kind: custom, with its address.">
            {(field) => (
              <Select
                {...field}
                value={form.provider}
                options={[...new Set([...PROVIDERS, form.provider])]}
                onPick={(provider) => setForm({ ...form, provider })}
              />
            )}
          </Field>
          {text('baseUrl', 'Address', 'Left empty: that of the provider.')}
          {text('model', 'Model', 'As the provider calls it.')}
          <Field label="Key" help={settings.hasApiKey ? 'One is stored; left empty it stays.' : 'None is stored.'}>
            {(field) => (
              <Input
                {...field}
                type="password"
                autoComplete="off"
                value={form.apiKey}
                onChange={({ target }) => setForm({ ...form, apiKey: target.value })}
              />
            )}
          </Field>
        </fieldset>
      </Card>
      {error !== null && (
        <p role="alert" className="text-sm text-bad">
          {explain(error).sentence}
        </p>
      )}
      {mayChange && (
        <div>
          <Button look="primary" type="submit" busy={isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}
