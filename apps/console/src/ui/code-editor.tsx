import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import type { CodeEditorHandle } from './code-editor-view.tsx'
import type { LineProblem } from './line-problem.ts'
import { Skeleton } from './skeleton.tsx'
import { messages } from '../messages/ui.ts'

const CodeEditorView = lazy(() => import('./code-editor-view.tsx'))

interface Props {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly problems?: readonly LineProblem[]
  readonly readOnly?: boolean
}

/** YAML and JSON editor with line numbers, loaded when it is shown. Problems are marked at their lines, and listed below as links. */
export function CodeEditor({ label, text, onChange, problems = NO_PROBLEMS, readOnly = false }: Props) {
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <div className="flex flex-col gap-2">
      <div className="overflow-hidden rounded-md border border-edge bg-sunken focus-within:border-accent">
        <Suspense fallback={<Skeleton />}>
          <CodeEditorView ref={editor} {...{ label, text, onChange, problems, readOnly }} />
        </Suspense>
      </div>
      {problems.length > 0 && (
        <div role="alert" aria-label={messages.codeEditor.problemsOf(label)} className="text-xs text-bad">
          <ul className="flex flex-col gap-1">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`} className="flex items-start gap-1.5">
                <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
                {line === 0 ? (
                  message
                ) : (
                  <button
                    type="button"
                    className="min-h-6 text-left underline underline-offset-2"
                    onClick={() => editor.current?.goTo(line)}
                  >
                    {messages.codeEditor.line(line, message)}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const NO_PROBLEMS: readonly LineProblem[] = []
