import { Inbox } from 'lucide-react'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Badge, Severity, Verdict } from '../src/ui/badge.tsx'
import { CodeBlock } from '../src/ui/code-block.tsx'
import { CodeEditor } from '../src/ui/code-editor.tsx'
import { DataTable } from '../src/ui/data-table.tsx'
import { DiffView } from '../src/ui/diff-view.tsx'
import { EmptyState } from '../src/ui/empty-state.tsx'
import { ErrorState } from '../src/ui/error-state.tsx'
import { Field } from '../src/ui/field.tsx'
import { JsonView } from '../src/ui/json-view.tsx'
import { KeyValue } from '../src/ui/key-value.tsx'
import { Stat } from '../src/ui/stat.tsx'
import { UnifiedDiff } from '../src/ui/unified-diff.tsx'

const XSS = `"><img src=x onerror='alert(1)'><script>alert(1)</script>`
const column = { id: 'a', title: XSS, cell: (row: { readonly text: string }) => row.text }

const PARTS: Readonly<Record<string, ReactElement>> = {
  badge: createElement(Badge, { children: XSS }),
  severity: createElement(Severity, { of: XSS }),
  verdict: createElement(Verdict, { of: XSS }),
  'code block': createElement(CodeBlock, { label: XSS, text: `${XSS}\n${XSS}`, from: 1, marked: new Set([1]) }),
  'code editor': createElement(CodeEditor, {
    label: XSS,
    text: XSS,
    problems: [{ line: 1, message: XSS }],
    onChange: () => undefined,
  }),
  'list of any length': createElement(DataTable<{ readonly text: string }>, {
    label: XSS,
    rows: [{ text: XSS }],
    columns: [column],
    idOf: ({ text }) => text,
  }),
  diff: createElement(DiffView, { label: XSS, before: XSS, after: `${XSS}${XSS}` }),
  'diff of a tool': createElement(UnifiedDiff, { label: XSS, text: `+${XSS}\n-${XSS}\n@@ ${XSS}` }),
  'empty state': createElement(EmptyState, { icon: Inbox, title: XSS, children: XSS }),
  failure: createElement(ErrorState, { error: new Error(XSS), doing: XSS }),
  field: createElement(Field, { label: XSS, help: XSS, error: XSS, children: () => XSS }),
  JSON: createElement(JsonView, { label: XSS, value: { [XSS]: [XSS] } }),
  pairs: createElement(KeyValue, { pairs: [[XSS, XSS]] }),
  figure: createElement(Stat, { label: XSS, value: XSS, note: XSS }),
}

test.each(Object.entries(PARTS))('%s: untrusted text is escaped', (_name, part) => {
  const markup = renderToStaticMarkup(part)
  expect(markup).toContain('&lt;script&gt;')
  expect(markup).not.toMatch(/<script|<img|onerror=['"]?alert\(1\)['"]?>/)
  // Within an attribute value, quotes are escaped.
  expect(markup).not.toContain('""&gt;')
})
