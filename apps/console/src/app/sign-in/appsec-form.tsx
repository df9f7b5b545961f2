import { useState } from 'react'
import { type Session, useSigning } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { textOf, useForm } from './use-form.ts'

/** Sign in, make the first account, or take an invitation. */
export function AppsecForm({ session: { appsec } }: { readonly session: Session }) {
  const isFirst = appsec.methods?.registration === 'first'
  const [invitation] = useState(invitationInAddress)
  const [registers, setRegisters] = useState(isFirst || invitation !== undefined)
  const { signIn } = useSigning('appsec')
  const { busy, error, onSubmit } = useForm((fields) => {
    const names = ['email', 'password', ...(registers ? ['name', 'organizationName', 'inviteToken'] : [])]
    const given = names.map((name) => [name, textOf(fields, name)] as const).filter(([, value]) => value !== undefined)
    return signIn({ ...Object.fromEntries(given), ...(registers ? { register: true } : {}) })
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      {isFirst && (
        <p className="rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-ink">
          Nobody has an account yet. Yours makes the organization, and you are its first admin.
        </p>
      )}
      <Field label="E-mail">
        {(field) => <Input {...field} name="email" type="email" autoComplete="username" required />}
      </Field>
      {registers && <Newcomer isFirst={isFirst} invitation={invitation} />}
      <Field label="Password" help={registers ? 'At least 10 characters.' : undefined} error={error}>
        {(field) => (
          <Input
            {...field}
            name="password"
            type="password"
            autoComplete={registers ? 'new-password' : 'current-password'}
            minLength={registers ? 10 : 1}
            required
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {registers ? 'Create account' : 'Sign in'}
        </Button>
        {!isFirst && (
          <Button look="quiet" onClick={() => setRegisters(!registers)}>
            {registers ? 'I have an account' : 'I have an invitation'}
          </Button>
        )}
      </div>
      {appsec.methods?.oidc === true && (
        <a href="/api/auth/oidc" className="text-sm text-accent-ink underline underline-offset-2">
          Sign in with your organization’s provider
        </a>
      )}
    </form>
  )
}

/** The token of an invitation link. */
function invitationInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('invite') ?? undefined
}

/** Fields for a person without an account. */
function Newcomer({ isFirst, invitation }: { readonly isFirst: boolean; readonly invitation: string | undefined }) {
  return (
    <>
      <Field label="Your name">{(field) => <Input {...field} name="name" autoComplete="name" maxLength={100} />}</Field>
      {isFirst ? (
        <Field label="Organization">
          {(field) => <Input {...field} name="organizationName" autoComplete="organization" maxLength={100} />}
        </Field>
      ) : (
        <Field label="Invitation" help="The token that an admin of the organization has sent you.">
          {(field) => <Input {...field} name="inviteToken" autoComplete="off" required defaultValue={invitation} />}
        </Field>
      )}
    </>
  )
}
