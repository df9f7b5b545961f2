import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { saveMessage } from './stored-policy.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/data.ts'
import { phrase } from '../../../ui/phrase.tsx'

type Framework = Awaited<ReturnType<typeof guard.listFrameworks>>['frameworks'][number]

/** Adds predefined rule sets to the existing ones. */
export function Frameworks() {
  const [picked, setPicked] = useState<Framework>()
  const query = useQuery({
    queryKey: ['guard', 'frameworks'],
    queryFn: ({ signal }) => guard.listFrameworks({}, { signal }),
    staleTime: Infinity,
  })
  return (
    <Card flush title={messages.frameworks.frameworkTemplates}>
      <Loaded query={query} doing={messages.frameworks.loadingTemplates}>
        {({ frameworks }) => (
          <ul aria-label={messages.frameworks.frameworkTemplates} className="divide-y divide-line">
            {frameworks.map((framework) => (
              <li key={framework.id} className="flex items-start gap-4 px-4 py-3">
                <div className="min-w-0 flex-1 text-sm">
                  <p className="font-medium">
                    {framework.name}{' '}
                    <span className="text-xs text-muted tabular-nums">
                      {messages.frameworks.patterns(framework.sanitization_rules.length)}
                    </span>
                  </p>
                  <p className="text-xs text-muted">{framework.description}</p>
                </div>
                <Button onClick={() => setPicked(framework)}>
                  {phrase(messages.frameworks.add, { span: <span className="sr-only"> {framework.name}</span> })}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Apply key={picked?.id} framework={picked} onClose={() => setPicked(undefined)} />
    </Card>
  )
}

function Apply({ framework, onClose }: { readonly framework: Framework | undefined; readonly onClose: () => void }) {
  const [tool, setTool] = useState('')
  const apply = useChange(
    (of: Framework) =>
      guard.applyFramework({ params: { framework: of.id }, body: tool === '' ? {} : { tool_name: tool } }),
    {
      stale: ['data-policies'],
      said: (saved, { name }) =>
        messages.frameworks.addedTo(name, tool === '' ? messages.frameworks.allTools : tool, saveMessage(saved)).trim(),
      onDone: onClose,
    },
  )
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (framework !== undefined) apply.mutate(framework)
  }
  return (
    <Dialog
      open={framework !== undefined}
      onClose={onClose}
      title={messages.frameworks.add2(framework?.name ?? '')}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="apply-framework" busy={apply.isPending}>
            {messages.frameworks.addRules}
          </Button>
        </>
      }
    >
      <form id="apply-framework" onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={common.tool}
          help={messages.frameworks.leaveEmptyForAllToolsRulesWith}
          maxLength={200}
          value={tool}
          onText={setTool}
          error={wrongAt(apply.error, 'tool_name')}
        />
        <ul aria-label={messages.frameworks.rules} className="flex max-h-56 flex-col gap-1 overflow-y-auto text-sm">
          {framework?.sanitization_rules.map(({ pattern_id, description }) => (
            <li key={pattern_id}>
              <span className="font-mono text-xs font-medium">{pattern_id}</span>{' '}
              <span className="text-xs text-muted">{description}</span>
            </li>
          ))}
        </ul>
        <WrongLine text={wrongElsewhere(apply.error, ['tool_name'])} />
      </form>
    </Dialog>
  )
}
