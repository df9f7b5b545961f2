import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explain } from '../../../api/explain.ts'
import { toast } from '../../../ui/toast.tsx'

interface Options<Input, Output> {
  /** What was loaded and is now out of date: second words of query keys; all of the guard unless said. */
  readonly stale?: readonly string[]
  /** Said in a corner when it is done. */
  readonly said?: (output: Output, input: Input) => string
  readonly onDone?: (output: Output, input: Input) => void
  /** A failure is said in a corner: for buttons without a form that could show it. */
  readonly loud?: boolean
}

/** A change at the guard: sent once, told of, and what it makes out of date is loaded again. */
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
