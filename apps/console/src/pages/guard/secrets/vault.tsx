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

type Revealed = Awaited<ReturnType<typeof guard.revealTokens>>['values'][number]

const ERRORS = {
  unknown_token: 'Unknown: it never was, has expired, was erased, or is of another tenant.',
  unreadable: 'It cannot be opened: its key is gone.',
} as const

export default function Vault() {
  return (
    <>
      <PageHeader
        title="Vault"
        intro="Values that the guards of personal data have put aside, with a token in their place. Looking is written to the audit log, without the values."
      />
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
    said: ({ forgotten, unknown }) => `${forgotten} erased${unknown === 0 ? '' : `, ${unknown} unknown`}.`,
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
      <Card title="Tokens">
        <form onSubmit={onSubmit} className="flex flex-col gap-4">
          <Field
            label="Tokens as they stand in texts"
            help="One a line, with or without brackets; up to 100."
            error={wrongAt(reveal.error, 'tokens')}
          >
            {(field) => (
              <Textarea
                {...field}
                code
                required
                rows={8}
                placeholder="[US_SSN#t-…]"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <WrongLine text={wrongElsewhere(reveal.error, ['tokens'])} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" icon={Eye} busy={reveal.isPending} disabled={tokens.length === 0}>
              Show the values
            </Button>
            <Button
              look="danger"
              icon={Trash2}
              className="ml-auto"
              disabled={tokens.length === 0}
              onClick={() => setAsks(true)}
            >
              Erase them
            </Button>
          </div>
        </form>
      </Card>
      <Card
        flush
        title="Values"
        actions={
          reveal.data !== undefined && (
            <Button icon={EyeOff} onClick={() => reveal.reset()}>
              Hide
            </Button>
          )
        }
      >
        {reveal.data === undefined ? (
          <p className="p-4 text-sm text-muted">
            Tokens are made where a policy says <code className="font-mono text-xs">tokenize</code> of a kind of data.
            Values are shown here until you leave the page.
          </p>
        ) : (
          <ul aria-label="Values of the tokens" className="divide-y divide-line">
            {reveal.data.values.map((one) => (
              <Value key={one.token} one={one} />
            ))}
          </ul>
        )}
      </Card>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={tokens.length === 1 ? 'Erase the value of this token?' : `Erase the values of ${tokens.length} tokens?`}
        action="Erase"
        busy={forget.isPending}
        error={forget.error}
        onConfirm={() => forget.mutate({ tokens })}
      >
        The tokens stay in the texts and stand for nothing from then on. Nobody can bring the values back.
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
