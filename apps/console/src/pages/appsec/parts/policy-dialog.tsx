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

export type Policy = Awaited<ReturnType<typeof appsec.listSecurityPolicies>>['policies'][number]

interface Props {
  readonly opened: Policy | 'new' | undefined
  readonly onClose: () => void
}

/** Makes, changes or deletes a policy. */
export function PolicyDialog({ opened, onClose }: Props) {
  const queries = useQueryClient()
  // Deleting takes a second press: nothing brings a rule back.
  const [isAsked, setIsAsked] = useState(false)
  const after = async (said: string): Promise<void> => {
    toast(said)
    close()
    await queries.invalidateQueries({ queryKey: ['appsec', 'policies'] })
  }
  const save = useMutation({
    mutationFn: (form: PolicyForm) =>
      opened === undefined || opened === 'new'
        ? appsec.createSecurityPolicy({ body: form })
        : appsec.changeSecurityPolicy({ params: { policyId: opened.id }, body: form }),
    onSuccess: () => after('The policy is saved.'),
  })
  const close = (): void => {
    save.reset()
    setIsAsked(false)
    onClose()
  }
  const remove = useMutation({
    mutationFn: (policyId: string) => appsec.deleteSecurityPolicy({ params: { policyId } }),
    onSuccess: () => after('The policy is deleted.'),
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  return (
    <Dialog
      open={opened !== undefined}
      onClose={close}
      title={opened === 'new' ? 'New policy' : 'Policy'}
      footer={
        <>
          {opened !== undefined && opened !== 'new' && (
            <Button
              look="danger"
              className="mr-auto"
              busy={remove.isPending}
              onClick={() => (isAsked ? remove.mutate(opened.id) : setIsAsked(true))}
            >
              {isAsked ? 'Delete it for good' : 'Delete'}
            </Button>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" form="policy" busy={save.isPending}>
            Save
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
  rule: 'deny: AGPL-3.0-only, AGPL-3.0-or-later',
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
        label="Name"
        required
        maxLength={100}
        value={form.name}
        onText={(name) => setForm({ ...form, name })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Category"
          help="“licence” is read by the scanner of packages."
          required
          maxLength={100}
          value={form.category}
          onText={(category) => setForm({ ...form, category })}
        />
        <Field label="Severity">
          {(field) => (
            <Select
              {...field}
              value={form.severity}
              options={SEVERITIES.map((value) => ({ value, label: value.slice(0, 1) + value.slice(1).toLowerCase() }))}
              onPick={(value) => setForm({ ...form, severity: value as Policy['severity'] })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Rule"
        help="Of licences: lines that begin with “allow:” or “deny:”, with ids of SPDX between commas."
      >
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
      <Field label="Description">
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
