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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/organization.ts'

type Settings = Awaited<ReturnType<typeof appsec.readModelSettings>>

const MODES = [
  { value: 'offline', label: messages.modelSettings.offlineImport },
  { value: 'mirror', label: messages.modelSettings.dailyMirror },
  { value: 'online', label: messages.modelSettings.osvApiOnline },
]
const MODE_HELP: Readonly<Record<Settings['vulnDbMode'], string>> = {
  offline: messages.modelSettings.scansUseImportedAdvisoriesAnd,
  mirror: messages.modelSettings.aLocalCopyOfTheMirrorIsUpdated,
  online: messages.modelSettings.scansSendPackageNamesToThe,
}
const ADDRESS_HELP: Readonly<Record<Settings['vulnDbMode'], string>> = {
  offline: messages.modelSettings.fileOrFolderInOsvExportFormat,
  mirror: messages.modelSettings.fileOrFolderInOsvExportFormat2,
  online: messages.modelSettings.aServiceWithTheOsvApiEmptyThe,
}

const PROVIDERS = ['anthropic', 'mistral', 'openai', 'openrouter', 'custom']

/** Advisory sources, and the model that can analyze code. */
export function ModelSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'model-settings'],
    queryFn: ({ signal }) => appsec.readModelSettings({}, { signal }),
  })
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing={messages.modelSettings.loadingSettings} />
  if (data === undefined) return <Skeleton />
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card title={messages.modelSettings.advisoryStatus}>
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
      toast(messages.modelSettings.settingsSaved)
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
      <Card title={messages.modelSettings.advisorySource}>
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
          <Field label={common.mode} help={MODE_HELP[form.vulnDbMode]}>
            {(field) => (
              <Select
                {...field}
                value={form.vulnDbMode}
                options={MODES}
                onPick={(value) => setForm({ ...form, vulnDbMode: value as Settings['vulnDbMode'] })}
              />
            )}
          </Field>
          {text('vulnDbUrl', messages.modelSettings.advisoryUrl, ADDRESS_HELP[form.vulnDbMode])}
        </fieldset>
      </Card>
      <Card title={messages.modelSettings.model}>
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2">
          <Field label={messages.modelSettings.provider} help={messages.modelSettings.selectCustomForAnotherEndpoint}>
            {(field) => (
              <Select
                {...field}
                value={form.provider}
                options={[...new Set([...PROVIDERS, form.provider])]}
                onPick={(provider) => setForm({ ...form, provider })}
              />
            )}
          </Field>
          {text('baseUrl', common.url, messages.modelSettings.leaveEmptyToUseTheUrlOfThe)}
          {text('model', messages.modelSettings.model, messages.modelSettings.modelNameAsDefinedByThe)}
          <Field
            label={common.apiKey}
            help={
              settings.hasApiKey
                ? messages.modelSettings.aKeyIsStoredLeaveEmptyToKeep
                : messages.modelSettings.noKeyIsStored
            }
          >
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
            {messages.modelSettings.saveSettings}
          </Button>
        </div>
      )}
    </form>
  )
}
