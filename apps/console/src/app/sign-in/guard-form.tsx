import { type Session, useSigning } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { textOf, useForm } from './use-form.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/sign-in.ts'

/** Form for a tenant key and the platform's admin key. Each gives access to a part of the guard. */
export function GuardForm({ session: { guard } }: { readonly session: Session }) {
  const needsKey = guard.mode === 'keys' && guard.tenant !== true
  return (
    <>
      {needsKey && (
        <KeyForm
          name="key"
          label={messages.guardForm.tenantKey}
          help={messages.guardForm.theAdminScopeAllowsChangesThe}
          action={common.signIn}
        />
      )}
      {guard.admin === true ? (
        <p className="text-sm text-muted">{messages.guardForm.theAdminKeyIsSetTenantsAnd}</p>
      ) : (
        <KeyForm
          name="adminKey"
          label={messages.guardForm.adminKey}
          help={messages.guardForm.requiredForTenantsAndServer}
          action={messages.guardForm.useAdminKey}
        />
      )}
    </>
  )
}

interface Props {
  readonly name: 'key' | 'adminKey'
  readonly label: string
  readonly help: string
  readonly action: string
}

function KeyForm({ name, label, help, action }: Props) {
  const { signIn } = useSigning('guard')
  const { busy, error, onSubmit } = useForm((fields) => signIn({ [name]: textOf(fields, name) }))
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Field label={label} help={help} error={error}>
        {(field) => <Input {...field} name={name} type="password" autoComplete="off" required />}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="self-start">
        {action}
      </Button>
    </form>
  )
}
