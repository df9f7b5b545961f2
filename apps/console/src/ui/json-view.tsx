import { CodeBlock } from './code-block.tsx'

/** Any JSON value, indented. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <CodeBlock label={label} text={JSON.stringify(value, null, 2) ?? 'undefined'} />
}
