import type { RevealedValue } from '@gatehouse/contracts/guard'
import { tokenOf } from '@gatehouse/guards'
import { changeEntry } from '../administration/audited.ts'
import type { GuardHandler } from './handler.ts'

export const revealTokens: GuardHandler<'revealTokens'> =
  ({ vault, audit }) =>
  async ({ body: { tokens }, context }) => {
    const values = await vault.reveal(context.tenantId, tokens)
    const known = values.filter((value) => 'value' in value)
    // Unknown tokens may be values pasted by mistake, so they are counted but not logged.
    await audit.append(
      changeEntry('vault.reveal', context.tenantId, context, {
        asked: tokens.length,
        revealed: known.map(({ token, entity_type }) => ({ token: tokenOf(token), entity_type })),
        unreadable: values.filter((value) => 'error' in value && value.error === 'unreadable').length,
      }),
    )
    return { values: [...values] satisfies RevealedValue[] }
  }

export const forgetTokens: GuardHandler<'forgetTokens'> =
  ({ vault, audit }) =>
  async ({ body: { tokens }, context }) => {
    const forgotten = await vault.forget(context.tenantId, tokens)
    await audit.append(changeEntry('vault.forget', context.tenantId, context, { asked: tokens.length, forgotten }))
    const unknown = new Set(tokens.map(tokenOf)).size - forgotten.length
    return { forgotten: forgotten.length, unknown }
  }
