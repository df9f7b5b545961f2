// The tool check as a library: no server, no database.   npx node --conditions=gatehouse examples/tools-in-process/run.ts
import assert from 'node:assert/strict'
// region tools
import { createToolGuard } from '@gatehouse/guards'

const tools = createToolGuard({
  agents: { bot: { tools: ['orders_*', 'refund'] } },
  toolPolicies: {
    refund: {
      parameter_policy: { numeric_limits: { amount: { max: 100 } } },
      workflow: { require_before: ['orders_read'] },
    },
  },
})

const call = { tool: 'refund', agentKey: 'bot', sessionId: 'ticket-4711', args: { order: 'A-100', amount: 25 } }
const { allowed, message } = await tools.check(call)
// endregion
assert.equal(allowed, false)
assert.equal(message, 'Tool "refund" can be called only after "orders_read" in the same session.')

assert.equal((await tools.check({ ...call, tool: 'orders_read' })).allowed, true)
assert.equal((await tools.check(call)).allowed, true)
const tooMuch = await tools.check({ ...call, args: { order: 'A-100', amount: 2_500 } })
assert.equal(tooMuch.message, 'Argument "amount" must be at most 100.')
process.stdout.write(`${message}\n${tooMuch.message}\n`)
