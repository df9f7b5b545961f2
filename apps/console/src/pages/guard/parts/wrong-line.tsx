import { TriangleAlert } from 'lucide-react'

/** Error of a whole form. */
export function WrongLine({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}
