import { initTRPC } from '@trpc/server'
import { exec as run } from 'node:child_process'
import { z } from 'zod'

const t = initTRPC.create()

export const files = t.router({
  show: t.procedure.input(z.object({ name: z.string() })).query(({ input }) => {
    // ruleid: javascript-command-injection
    run('show ' + input.name)
  }),
  remove: t.procedure.input(z.string()).mutation(async ({ ctx, input }) => {
    // ruleid: javascript-command-injection
    run('rm ' + input)
  }),
  rename: t.procedure.input(z.object({ name: z.string() })).mutation(async (opts) => {
    // ruleid: javascript-command-injection
    run('mv ' + opts.input.name)
    // ok: javascript-command-injection
    run('mv ' + opts.ctx.folder)
  }),
  page: t.procedure.input(z.number()).query(({ input }) => {
    // ok: javascript-command-injection
    run('head ' + Number(input))
  }),
})
