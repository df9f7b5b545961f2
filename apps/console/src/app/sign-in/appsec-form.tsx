import { useState } from 'react'
import { type Session, useSigning } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { textOf, useForm } from './use-form.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/sign-in.ts'

/** Signs in, creates the first account, or accepts an invitation. */
export function AppsecForm({ session: { appsec } }: { readonly session: Session }) {
  const isFirst = appsec.methods?.registration === 'first'
  const [invitation] = useState(invitationInAddress)
  const [registers, setRegisters] = useState(isFirst || invitation !== undefined)
  const { signIn } = useSigning('appsec')
  const { busy, error, onSubmit } = useForm((fields) => {
    const names = ['email', 'password', ...(registers ? ['name', 'organizationName', 'inviteToken'] : [])]
    const values = names.map((name) => [name, textOf(fields, name)] as const).filter(([, value]) => value !== undefined)
    return signIn({ ...Object.fromEntries(values), ...(registers ? { register: true } : {}) })
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      {isFirst && (
        <p className="rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-ink">
          {messages.appsecForm.noAccountsExistYetTheFirst}
        </p>
      )}
      <Field label={messages.appsecForm.email}>
        {(field) => <Input {...field} name="email" type="email" autoComplete="username" required />}
      </Field>
      {registers && <Newcomer isFirst={isFirst} invitation={invitation} />}
      <Field
        label={common.password}
        help={registers ? messages.appsecForm.atLeast10Characters : undefined}
        error={error}
      >
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
          {registers ? messages.appsecForm.createAccount : common.signIn}
        </Button>
        {!isFirst && (
          <Button look="quiet" onClick={() => setRegisters(!registers)}>
            {registers ? messages.appsecForm.useAnExistingAccount : messages.appsecForm.useAnInvitation}
          </Button>
        )}
      </div>
      {appsec.methods?.oidc === true && (
        <a href="/api/auth/oidc" className="text-sm text-accent-ink underline underline-offset-2">
          {messages.appsecForm.signInWithSso}
        </a>
      )}
    </form>
  )
}

/** The token of an invitation link. */
function invitationInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('invite') ?? undefined
}

/** Fields for a user without an account. */
function Newcomer({ isFirst, invitation }: { readonly isFirst: boolean; readonly invitation: string | undefined }) {
  return (
    <>
      <Field label={common.name}>
        {(field) => <Input {...field} name="name" autoComplete="name" maxLength={100} />}
      </Field>
      {isFirst ? (
        <Field label={common.organization}>
          {(field) => <Input {...field} name="organizationName" autoComplete="organization" maxLength={100} />}
        </Field>
      ) : (
        <Field label={messages.appsecForm.invitationToken} help={messages.appsecForm.sentToYouByAnAdminOfThe}>
          {(field) => <Input {...field} name="inviteToken" autoComplete="off" required defaultValue={invitation} />}
        </Field>
      )}
    </>
  )
}
