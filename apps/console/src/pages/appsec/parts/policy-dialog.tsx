import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SEVERITIES } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/policies.ts'
import { choicesOf } from '../../../ui/words.ts'

export type Policy = Awaited<ReturnType<typeof appsec.listSecurityPolicies>>['policies'][number]

interface Props {
  readonly opened: Policy | 'new' | undefined
  readonly onClose: () => void
}

/** Creates, edits, or deletes a policy. */
export function PolicyDialog({ opened, onClose }: Props) {
  const queries = useQueryClient()
  // Deleting is irreversible and needs a second click.
  const [isAsked, setIsAsked] = useState(false)
  const after = async (text: string): Promise<void> => {
    toast(text)
    close()
    await queries.invalidateQueries({ queryKey: ['appsec', 'policies'] })
  }
  const save = useMutation({
    mutationFn: (form: PolicyForm) =>
      opened === undefined || opened === 'new'
        ? appsec.createSecurityPolicy({ body: form })
        : appsec.changeSecurityPolicy({ params: { policyId: opened.id }, body: form }),
    onSuccess: () => after(messages.policyDialog.policySaved),
  })
  const close = (): void => {
    save.reset()
    setIsAsked(false)
    onClose()
  }
  const remove = useMutation({
    mutationFn: (policyId: string) => appsec.deleteSecurityPolicy({ params: { policyId } }),
    onSuccess: () => after(messages.policyDialog.policyDeleted),
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  return (
    <Dialog
      open={opened !== undefined}
      onClose={close}
      title={opened === 'new' ? messages.policyDialog.newPolicy : common.policy}
      footer={
        <>
          {opened !== undefined && opened !== 'new' && (
            <Button
              look="danger"
              className="mr-auto"
              busy={remove.isPending}
              onClick={() => (isAsked ? remove.mutate(opened.id) : setIsAsked(true))}
            >
              {isAsked ? messages.policyDialog.deletePermanently : common.delete}
            </Button>
          )}
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="policy" busy={save.isPending}>
            {messages.policyDialog.savePolicy}
          </Button>
        </>
      }
    >
      {opened !== undefined && <Form policy={opened} error={save.error} onSave={save.mutate} />}
    </Dialog>
  )
}

const NEW = {
  name: '',
  description: '',
  category: 'licence',
  severity: 'MEDIUM',
  rule: messages.policyDialog.exampleRule,
  enabled: true,
} as const

type PolicyForm = Omit<Policy, 'id' | 'createdAt' | 'updatedAt'>

interface FormProps {
  readonly policy: Policy | 'new'
  readonly error: Error | null
  readonly onSave: (form: PolicyForm) => void
}

function Form({ policy, error, onSave }: FormProps) {
  const first = policy === 'new' ? NEW : policy
  const [form, setForm] = useState<PolicyForm>({
    name: first.name,
    description: first.description,
    category: first.category,
    severity: first.severity,
    rule: first.rule,
    enabled: first.enabled,
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onSave(form)
  }
  return (
    <form id="policy" onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={common.name}
        required
        maxLength={100}
        value={form.name}
        onText={(name) => setForm({ ...form, name })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={common.category}
          help={messages.policyDialog.theDependencyScannerAppliesThe}
          required
          maxLength={100}
          value={form.category}
          onText={(category) => setForm({ ...form, category })}
        />
        <Field label={common.severity}>
          {(field) => (
            <Select
              {...field}
              value={form.severity}
              options={choicesOf(SEVERITIES)}
              onPick={(value) => setForm({ ...form, severity: value as Policy['severity'] })}
            />
          )}
        </Field>
      </div>
      <Field label={common.rule} help={messages.policyDialog.licenseRulesLinesThatStartWith}>
        {(field) => (
          <Textarea
            {...field}
            code
            required
            minLength={10}
            maxLength={2_000}
            value={form.rule}
            onChange={({ target }) => setForm({ ...form, rule: target.value })}
          />
        )}
      </Field>
      <Field label={common.description}>
        {(field) => (
          <Textarea
            {...field}
            rows={2}
            maxLength={2_000}
            value={form.description}
            onChange={({ target }) => setForm({ ...form, description: target.value })}
          />
        )}
      </Field>
      {error !== null && (
        <p role="alert" className="text-sm text-bad">
          {explain(error).sentence}
        </p>
      )}
    </form>
  )
}
