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
import { useMay } from './kinds.ts'

type Settings = Awaited<ReturnType<typeof appsec.readModelSettings>>

const MODES = [
  { value: 'online', label: 'From the public databases' },
  { value: 'mirror', label: 'From a mirror of yours' },
  { value: 'offline', label: 'As they are, without asking anybody' },
]

const PROVIDERS = ['anthropic', 'mistral', 'openai', 'openrouter', 'custom']

/** Where advisories come from, and which model may look at code. */
export function ModelSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'model-settings'],
    queryFn: ({ signal }) => appsec.readModelSettings({}, { signal }),
  })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the settings" />
  if (data === undefined) return <Skeleton />
  return <Form settings={data} />
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
      await queries.invalidateQueries({ queryKey: ['appsec', 'model-settings'] })
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
    <form onSubmit={onSubmit} className="flex max-w-3xl flex-col gap-4">
      <Card title="Advisories">
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
          <Field label="Where they come from">
            {(field) => (
              <Select
                {...field}
                value={form.vulnDbMode}
                options={MODES}
                onPick={(value) => setForm({ ...form, vulnDbMode: value as Settings['vulnDbMode'] })}
              />
            )}
          </Field>
          {form.vulnDbMode === 'mirror' && text('vulnDbUrl', 'Address of the mirror', 'Where its folder begins.')}
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
