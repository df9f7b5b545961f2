import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { AuthKind, Draft } from './draft.ts'
import type { DraftProps } from './target-form.tsx'

const KINDS: readonly { readonly value: AuthKind; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'basic', label: 'Name and password' },
  { value: 'api_key', label: 'Key in a header or the address' },
  { value: 'oauth2_client_credentials', label: 'OAuth 2 client credentials' },
]

/** How the target knows its caller. What is secret is never shown, kept in no store of the browser, and sealed by the service. */
export function AuthForm({ draft, onChange }: DraftProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Sign-in at the target">
        {(field) => (
          <Select
            {...field}
            options={KINDS}
            value={draft.auth}
            onPick={(auth) => onChange({ auth: auth as AuthKind })}
          />
        )}
      </Field>
      {draft.auth === 'bearer' && <Secret label="Token" of="token" draft={draft} onChange={onChange} />}
      {draft.auth === 'basic' && (
        <>
          <Plain label="Name" of="username" draft={draft} onChange={onChange} />
          <Secret label="Password" of="password" draft={draft} onChange={onChange} />
        </>
      )}
      {draft.auth === 'api_key' && (
        <>
          <Secret label="Key" of="keyValue" draft={draft} onChange={onChange} />
          <Field label="Travels in">
            {(field) => (
              <Select
                {...field}
                options={[
                  { value: 'header', label: 'A header' },
                  { value: 'query', label: 'The address' },
                ]}
                value={draft.keyIn}
                onPick={(to) => onChange({ keyIn: to as Draft['keyIn'] })}
              />
            )}
          </Field>
          <Plain label="Under the name" of="keyName" draft={draft} onChange={onChange} />
        </>
      )}
      {draft.auth === 'oauth2_client_credentials' && (
        <>
          <Plain label="Address of the token server" of="tokenUrl" draft={draft} onChange={onChange} />
          <Plain label="Client id" of="clientId" draft={draft} onChange={onChange} />
          <Secret label="Client secret" of="clientSecret" draft={draft} onChange={onChange} />
          <Plain label="Scope" of="scope" draft={draft} onChange={onChange} optional />
        </>
      )}
    </div>
  )
}

type TextField = 'username' | 'keyName' | 'tokenUrl' | 'clientId' | 'scope'
type SecretField = 'token' | 'password' | 'keyValue' | 'clientSecret'

interface OneProps<Name> extends DraftProps {
  readonly label: string
  readonly of: Name
  readonly optional?: boolean
}

function Plain({ label, of, optional = false, draft, onChange }: OneProps<TextField>) {
  return (
    <Field label={label}>
      {(field) => (
        <Input
          {...field}
          required={!optional}
          value={draft[of]}
          onChange={(event) => onChange({ [of]: event.target.value })}
        />
      )}
    </Field>
  )
}

function Secret({ label, of, draft, onChange }: OneProps<SecretField>) {
  return (
    <Field label={label} help="Sealed while the run goes, deleted when it ends, never shown.">
      {(field) => (
        <Input
          {...field}
          type="password"
          autoComplete="off"
          required
          value={draft[of]}
          onChange={(event) => onChange({ [of]: event.target.value })}
        />
      )}
    </Field>
  )
}
