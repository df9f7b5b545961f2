import type { Span } from './types.ts'
import type { ReactNode } from 'react'
import { messages } from '../../../messages/redteam/attacks.ts'

/** Invisible or misleading characters: controls, direction marks, zero-width letters, tags, variation selectors. */
// oxlint-disable-next-line no-control-regex -- these are looked for
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu
/** Maximum number of highlighted ranges; the rest of the text is plain. */
const MARKS_MAX = 500
const CODES_NAMED = 3

interface Props {
  readonly text: string
  /** Highlighted ranges, sorted and disjoint. */
  readonly marks?: readonly Span[]
  /** Inline on a single line. */
  readonly isLine?: boolean
}

/**
 * Renders untrusted text of attackers or targets: with isolated direction, and visible replacements for invisible characters, so that it
 * cannot hide content or rearrange the page.
 */
export function HostileText({ text, marks = [], isLine = false }: Props) {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { start, end, label } of marks) {
    if (start < at || end > text.length) continue
    pieces.push(<Plain key={`${at}t`} text={text.slice(at, start)} />)
    pieces.push(
      <mark
        key={`${start}m`}
        title={label}
        className="rounded-[3px] bg-bad-soft px-0.5 text-bad underline decoration-2 underline-offset-2"
      >
        <Plain text={text.slice(start, end)} />
      </mark>,
    )
    at = end
  }
  pieces.push(<Plain key="end" text={text.slice(at)} />)
  return (
    <bdi dir="auto" className={isLine ? '' : 'block [overflow-wrap:anywhere] whitespace-pre-wrap'}>
      {pieces}
    </bdi>
  )
}

function Plain({ text }: { readonly text: string }) {
  const found = [...text.matchAll(UNSEEN)].slice(0, MARKS_MAX)
  if (found.length === 0) return text
  const pieces: ReactNode[] = []
  let at = 0
  for (const { index, 0: run } of found) {
    pieces.push(text.slice(at, index))
    const letters = Array.from(run)
    const codes = letters
      .slice(0, CODES_NAMED)
      .map((letter) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    const rest =
      letters.length > CODES_NAMED ? messages.hostileText.andMoreInvisibleCharacters(letters.length - CODES_NAMED) : ''
    pieces.push(
      <span
        key={index}
        className="mx-px rounded-sm bg-warn-soft px-1 font-mono text-[10px] whitespace-nowrap text-warn"
      >
        {codes.join(' ')}
        {rest}
      </span>,
    )
    at = index + run.length
  }
  pieces.push(text.slice(at))
  return pieces
}
