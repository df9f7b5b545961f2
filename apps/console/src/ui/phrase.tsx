import { Fragment, type ReactNode } from 'react'

type Slots<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slots<Rest>
  : never

/** Replaces the `{slots}` of a message with elements, so that a sentence with a link stays one message. */
export function phrase<Message extends string>(
  message: Message,
  slots: Readonly<Record<Slots<Message>, ReactNode>>,
): ReactNode {
  const values: Readonly<Record<string, ReactNode>> = slots
  return message
    .split(/\{(\w+)\}/)
    .map((piece, at) => <Fragment key={`${at} ${piece}`}>{at % 2 === 1 ? values[piece] : piece}</Fragment>)
}
