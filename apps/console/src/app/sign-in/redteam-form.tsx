import { useSigning } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { textOf, useForm } from './use-form.ts'

export function RedteamForm({ mode }: { readonly mode: 'none' | 'api_key' | 'oidc' }) {
  const { signIn } = useSigning('redteam')
  const { busy, error, onSubmit } = useForm((fields) => signIn({ key: textOf(fields, 'key') }))
  const isToken = mode === 'oidc'
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Field
        label={isToken ? 'Key or token' : 'Key'}
        help={
          isToken
            ? 'A key of the red team, or an access token of your OpenID Connect provider.'
            : 'The first one was shown at the first start; gatehouse redteam key create makes more.'
        }
        error={error}
      >
        {(field) => <Input {...field} name="key" type="password" autoComplete="off" required />}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="self-start">
        Sign in
      </Button>
    </form>
  )
}
