import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension, RangeSet, type Text } from '@codemirror/state'
import { EditorView, GutterMarker, gutterLineClass, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { LineProblem } from './line-problem.ts'

export interface CodeEditorViewProps {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly problems: readonly LineProblem[]
  readonly readOnly: boolean
  readonly ref?: Ref<CodeEditorHandle>
}

export interface CodeEditorHandle {
  /** Selects a line and moves the focus there. */
  readonly goTo: (line: number) => void
}

/** CodeMirror in a shadow root: style sheets are adopted there, while the page's policy refuses inline style elements. */
export default function CodeEditorView({ label, text, onChange, problems, readOnly, ref }: CodeEditorViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const element = host.current!
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const listener = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (
        docChanged &&
        transactions.some((transaction) => transaction.docChanged && transaction.annotation(EXTERNAL) !== true)
      )
        latest.current(state.doc.toString())
    })
    const editor = new EditorView({ parent: root, root, extensions: [STATIC, listener, DYNAMIC.of([])] })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current!
    replaceText(editor, text)
    editor.dispatch({ effects: DYNAMIC.reconfigure(dynamic(editor.state.doc, label, problems, readOnly)) })
  }, [label, text, problems, readOnly])
  useImperativeHandle(ref, () => ({
    goTo(line) {
      const editor = view.current!
      const { from, to } = editor.state.doc.line(Math.min(Math.max(line, 1), editor.state.doc.lines))
      editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
      editor.focus()
    },
  }))
  return <div ref={host} />
}

/** Marks changes by the form, which must not be reported back. */
const EXTERNAL = Annotation.define<boolean>()
const DYNAMIC = new Compartment()

const THEME = EditorView.theme({
  '&': { maxHeight: '640px', minHeight: '160px', fontSize: '12px', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--muted)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', paddingRight: '12px' },
  '.cm-gutterElement.problem': { backgroundColor: 'var(--bad-soft)', color: 'var(--bad)', fontWeight: '600' },
})

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-ink)' },
  { tag: tags.comment, color: 'var(--muted)' },
])

/** Tab is not bound: it moves the focus, as in the rest of the page. */
const STATIC: Extension = [
  lineNumbers(),
  history(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  yaml(),
  syntaxHighlighting(HIGHLIGHT),
  THEME,
]

const PROBLEM = new (class extends GutterMarker {
  override elementClass = 'problem'
})()

function dynamic(doc: Text, label: string, problems: readonly LineProblem[], readOnly: boolean): Extension {
  const lines = new Set(problems.map(({ line }) => line).filter((line) => line >= 1 && line <= doc.lines))
  const ranges = [...lines].map((line) => PROBLEM.range(doc.line(line).from))
  return [
    gutterLineClass.of(RangeSet.of(ranges, true)),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      tabindex: '0',
      'aria-invalid': String(problems.length > 0),
      'aria-readonly': String(readOnly),
    }),
  ]
}

/** Replaces the part that differs, so that the cursor and the undo history stay. */
function replaceText(editor: EditorView, text: string): void {
  const current = editor.state.doc.toString()
  if (current === text) return
  let from = 0
  while (from < Math.min(current.length, text.length) && current[from] === text[from]) from += 1
  let same = 0
  const most = Math.min(current.length, text.length) - from
  while (same < most && current[current.length - 1 - same] === text[text.length - 1 - same]) same += 1
  const changes = { from, to: current.length - same, insert: text.slice(from, text.length - same) }
  editor.dispatch({ changes, annotations: EXTERNAL.of(true) })
}
