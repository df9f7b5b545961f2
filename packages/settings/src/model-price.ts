import type { z } from 'zod'
import { reads } from './schemas.ts'

/** Price in dollars for a million input tokens, and for a million output tokens. */
export interface ModelPrice {
  readonly promptUsdPerMillion: number
  readonly completionUsdPerMillion: number
}

/** Two prices separated by a slash. The upper limit detects typing errors. */
const modelPrice: z.ZodType<ModelPrice, string> = reads((text) => {
  const [, prompt, completion] = /^(\d{1,4}(?:\.\d{1,6})?)\s*\/\s*(\d{1,4}(?:\.\d{1,6})?)$/.exec(text) ?? []
  if (prompt === undefined || completion === undefined)
    throw new Error('must be two prices below 10000, such as 2.5/10')
  return { promptUsdPerMillion: Number(prompt), completionUsdPerMillion: Number(completion) }
})

/** A row of the table. */
export const MODEL_PRICE = {
  name: 'MODEL_PRICE',
  path: 'model.price',
  schema: modelPrice,
  form: 'input price/output price, for example `3/15`',
  absent: 'costs are not reported, and red-team runs with a cost limit do not use models',
  description: 'Price in US dollars per million input and output tokens: `2.5/10`. Requires `MODEL_NAME`.',
} as const
