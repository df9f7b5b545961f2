import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { AuthKind, Draft } from './draft.ts'
import type { DraftProps } from './target-form.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

const KINDS: readonly { readonly value: AuthKind; readonly label: string }[] = [
  { value: 'none', label: common.none2 },
  { value: 'bearer', label: messages.authForm.bearerToken },
  { value: 'basic', label: messages.authForm.basicAuthentication },
  { value: 'api_key', label: common.apiKey },
  { value: 'oauth2_client_credentials', label: messages.authForm.oauth2ClientCredentials },
]

/** Authentication at the target. Secrets are never shown or stored in the browser; the service encrypts them. */
export function AuthForm({ draft, onChange }: DraftProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={messages.authForm.authentication}>
        {(field) => (
          <Select
            {...field}
            options={KINDS}
            value={draft.auth}
            onPick={(auth) => onChange({ auth: auth as AuthKind })}
          />
        )}
      </Field>
      {draft.auth === 'bearer' && (
        <Secret label={messages.authForm.token} of="token" draft={draft} onChange={onChange} />
      )}
      {draft.auth === 'basic' && (
        <>
          <Plain label={messages.authForm.username} of="username" draft={draft} onChange={onChange} />
          <Secret label={common.password} of="password" draft={draft} onChange={onChange} />
        </>
      )}
      {draft.auth === 'api_key' && (
        <>
          <Secret label={common.apiKey} of="keyValue" draft={draft} onChange={onChange} />
          <Field label={messages.authForm.sendIn}>
            {(field) => (
              <Select
                {...field}
                options={[
                  { value: 'header', label: messages.authForm.header },
                  { value: 'query', label: messages.authForm.queryParameter },
                ]}
                value={draft.keyIn}
                onPick={(to) => onChange({ keyIn: to as Draft['keyIn'] })}
              />
            )}
          </Field>
          <Plain label={messages.authForm.parameterName} of="keyName" draft={draft} onChange={onChange} />
        </>
      )}
      {draft.auth === 'oauth2_client_credentials' && (
        <>
          <Plain label={messages.authForm.tokenUrl} of="tokenUrl" draft={draft} onChange={onChange} />
          <Plain label={messages.authForm.clientId} of="clientId" draft={draft} onChange={onChange} />
          <Secret label={messages.authForm.clientSecret} of="clientSecret" draft={draft} onChange={onChange} />
          <Plain label={common.scope} of="scope" draft={draft} onChange={onChange} optional />
        </>
      )}
    </div>
  )
}

type TextField = 'username' | 'keyName' | 'tokenUrl' | 'clientId' | 'scope'
type SecretField = 'token' | 'password' | 'keyValue' | 'clientSecret'

interface AuthFieldProps<Name> extends DraftProps {
  readonly label: string
  readonly of: Name
  readonly optional?: boolean
}

function Plain({ label, of, optional = false, draft, onChange }: AuthFieldProps<TextField>) {
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

function Secret({ label, of, draft, onChange }: AuthFieldProps<SecretField>) {
  return (
    <Field label={label} help={messages.authForm.storedEncryptedDuringTheRun}>
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
