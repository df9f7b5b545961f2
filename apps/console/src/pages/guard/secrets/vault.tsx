import { Eye, EyeOff, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { messages } from '../../../messages/guard/secrets.ts'
import { phrase } from '../../../ui/phrase.tsx'

type Revealed = Awaited<ReturnType<typeof guard.revealTokens>>['values'][number]

const ERRORS = {
  unknown_token: messages.vault.unknownExpiredOrDeletedToken,
  unreadable: messages.vault.theEncryptionKeyOfThisValueWas,
} as const

export default function Vault() {
  return (
    <>
      <PageHeader title={messages.vault.vault} intro={messages.vault.personalDataThatGuardsReplaced} />
      <Scoped needs="admin">
        <Tokens />
      </Scoped>
    </>
  )
}

function Tokens() {
  const [text, setText] = useState('')
  const [asks, setAsks] = useState(false)
  const tokens = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const reveal = useChange((body: { tokens: string[] }) => guard.revealTokens({ body }), { stale: ['audit'] })
  const forget = useChange((body: { tokens: string[] }) => guard.forgetTokens({ body }), {
    stale: ['audit'],
    said: ({ forgotten, unknown }) =>
      messages.vault.valuesDeleted(forgotten, unknown === 0 ? '' : messages.vault.unknownTokens(unknown)),
    onDone() {
      setAsks(false)
      reveal.reset()
    },
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    reveal.mutate({ tokens })
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={messages.vault.tokens}>
        <form onSubmit={onSubmit} className="flex flex-col gap-4">
          <Field
            label={messages.vault.tokens}
            help={messages.vault.onePerLineWithOrWithout}
            error={wrongAt(reveal.error, 'tokens')}
          >
            {(field) => (
              <Textarea
                {...field}
                code
                required
                rows={8}
                placeholder={messages.vault.usSsnT}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <WrongLine text={wrongElsewhere(reveal.error, ['tokens'])} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" icon={Eye} busy={reveal.isPending} disabled={tokens.length === 0}>
              {messages.vault.revealValues}
            </Button>
            <Button
              look="danger"
              icon={Trash2}
              className="ml-auto"
              disabled={tokens.length === 0}
              onClick={() => setAsks(true)}
            >
              {messages.vault.deleteValues}
            </Button>
          </div>
        </form>
      </Card>
      <Card
        flush
        title={messages.vault.values}
        actions={
          reveal.data !== undefined && (
            <Button icon={EyeOff} onClick={() => reveal.reset()}>
              {messages.vault.hideValues}
            </Button>
          )
        }
      >
        {reveal.data === undefined ? (
          <p className="p-4 text-sm text-muted">
            {phrase(messages.vault.tokensAreCreatedForDataTypes, {
              code: <code className="font-mono text-xs">{messages.vault.tokenize}</code>,
            })}
          </p>
        ) : (
          <ul aria-label={messages.vault.tokenValues} className="divide-y divide-line">
            {reveal.data.values.map((value) => (
              <Value key={value.token} one={value} />
            ))}
          </ul>
        )}
      </Card>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={messages.vault.deleteTheValuesOfTokens(tokens.length)}
        action={messages.vault.deleteValues}
        busy={forget.isPending}
        error={forget.error}
        onConfirm={() => forget.mutate({ tokens })}
      >
        {messages.vault.theTokensInTextsCanNoLongerBe}
      </Confirm>
    </div>
  )
}

function Value({ one }: { readonly one: Revealed }) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-sm">
      <span className="font-mono text-xs break-all text-muted">{visible(one.token)}</span>
      {'value' in one ? (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono break-all">{visible(one.value)}</span>
          <Badge>{visible(one.entity_type)}</Badge>
        </span>
      ) : (
        <span className="text-warn">{ERRORS[one.error]}</span>
      )}
    </li>
  )
}
