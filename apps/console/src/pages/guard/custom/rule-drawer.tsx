import { useMutation } from '@tanstack/react-query'
import { Ruler, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import type { Rule } from './custom-policies.tsx'
import { Measured } from './measured.tsx'
import { RULE_FIELDS, RuleFields, type RuleDraft, sentOf, draftOf } from './rule-fields.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/custom.ts'

/** Creates or edits a custom rule of the tenant. */
export function RuleDrawer({
  rule,
  onClose,
}: {
  readonly rule: Rule | 'new' | undefined
  readonly onClose: () => void
}) {
  return (
    <Drawer
      open={rule !== undefined}
      onClose={onClose}
      title={rule === 'new' ? messages.ruleDrawer.newRule : visible(rule?.name ?? '')}
    >
      {rule !== undefined && (
        <Form
          key={rule === 'new' ? 'new' : rule.policy_id}
          rule={rule === 'new' ? undefined : rule}
          onClose={onClose}
        />
      )}
    </Drawer>
  )
}

function Form({ rule, onClose }: { readonly rule: Rule | undefined; readonly onClose: () => void }) {
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule))
  const [asks, setAsks] = useState(false)
  const measure = useMutation({
    mutationFn: ({ prompt, examples }: ReturnType<typeof sentOf>) =>
      guard.validateCustomPrompt({ body: { prompt, examples } }),
  })
  const save = useChange(
    async (body: ReturnType<typeof sentOf>) =>
      rule === undefined
        ? guard.createCustomPolicy({ body })
        : guard.changeCustomPolicy({ params: { policy_id: rule.policy_id }, body }),
    {
      stale: ['custom-policies', 'policies', 'guardrails'],
      said: ({ policy }) => messages.ruleDrawer.saved(policy.name),
      onDone: onClose,
    },
  )
  const remove = useChange((id: string) => guard.deleteCustomPolicy({ params: { policy_id: id } }), {
    stale: ['custom-policies', 'policies', 'guardrails'],
    said: () => messages.ruleDrawer.ruleDeleted,
    onDone: onClose,
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(sentOf(draft))
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <RuleFields
        draft={draft}
        onChange={(part) => {
          save.reset()
          setDraft({ ...draft, ...part })
        }}
        error={save.error}
      />
      <WrongLine text={wrongElsewhere(save.error, RULE_FIELDS)} />
      {measure.error !== null && <ErrorState error={measure.error} doing={messages.ruleDrawer.evaluatingTheRule} />}
      {measure.data !== undefined && <Measured validation={measure.data.validation} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button type="submit" look="primary" busy={save.isPending}>
          {rule === undefined ? messages.ruleDrawer.createRule : messages.ruleDrawer.saveRule}
        </Button>
        <Button icon={Ruler} busy={measure.isPending} onClick={() => measure.mutate(sentOf(draft))}>
          {messages.ruleDrawer.evaluate}
        </Button>
        {rule !== undefined && (
          <Button look="danger" icon={Trash2} className="ml-auto" onClick={() => setAsks(true)}>
            {common.delete}
          </Button>
        )}
      </div>
      {rule !== undefined && (
        <Confirm
          open={asks}
          onClose={() => setAsks(false)}
          title={messages.ruleDrawer.deleteThisRule}
          action={common.delete}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(rule.policy_id)}
        >
          {messages.ruleDrawer.theRuleAndItsExamplesAre}
        </Confirm>
      )}
    </form>
  )
}
