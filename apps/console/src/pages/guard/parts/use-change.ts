import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explain } from '../../../api/explain.ts'
import { toast } from '../../../ui/toast.tsx'

interface Options<Input, Output> {
  /** Outdated queries after the change: second parts of query keys; default: all of the guard. */
  readonly stale?: readonly string[]
  /** Success message. */
  readonly said?: (output: Output, input: Input) => string
  readonly onDone?: (output: Output, input: Input) => void
  /** Whether to show a failure as a notification, for buttons without a form. */
  readonly loud?: boolean
}

/** Sends a change to the guard, reports it, and reloads outdated queries. */
export function useChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  options: Options<Input, Output> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onError(error) {
      if (options.loud === true) toast(explain(error).sentence, 'bad')
    },
    async onSuccess(output, input) {
      if (options.said !== undefined) toast(options.said(output, input))
      options.onDone?.(output, input)
      const keys = options.stale?.map((word) => ['guard', word]) ?? [['guard']]
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}
