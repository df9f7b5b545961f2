import { initTRPC } from '@trpc/server'
import { exec as run } from 'node:child_process'
import { z } from 'zod'

const t = initTRPC.create()

export const files = t.router({
  show: t.procedure.input(z.object({ name: z.string() })).query(({ input }) => {
    // ruleid: javascript-request-to-command
    run('show ' + input.name)
  }),
  remove: t.procedure.input(z.string()).mutation(async ({ ctx, input }) => {
    // ruleid: javascript-request-to-command
    run('rm ' + input)
  }),
  rename: t.procedure.input(z.object({ name: z.string() })).mutation(async (opts) => {
    // ruleid: javascript-request-to-command
    run('mv ' + opts.input.name)
    // ok: javascript-request-to-command
    run('mv ' + opts.ctx.folder)
  }),
  page: t.procedure.input(z.number()).query(({ input }) => {
    // ok: javascript-request-to-command
    run('head ' + Number(input))
  }),
})
