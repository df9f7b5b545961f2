import { useSigning } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { textOf, useForm } from './use-form.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/sign-in.ts'

export function RedteamForm({ mode }: { readonly mode: 'none' | 'api_key' | 'oidc' }) {
  const { signIn } = useSigning('redteam')
  const { busy, error, onSubmit } = useForm((fields) => signIn({ key: textOf(fields, 'key') }))
  const isToken = mode === 'oidc'
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Field
        label={isToken ? messages.redteamForm.keyOrToken : common.key}
        help={
          isToken
            ? messages.redteamForm.aRedTeamKeyOrAnAccessTokenOf
            : messages.redteamForm.theFirstKeyIsShownAtTheFirst
        }
        error={error}
      >
        {(field) => <Input {...field} name="key" type="password" autoComplete="off" required />}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="self-start">
        {common.signIn}
      </Button>
    </form>
  )
}
