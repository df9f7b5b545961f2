import { exec as run } from 'node:child_process'

export default defineEventHandler(async (event) => {
  const { name } = getQuery(event)
  // ruleid: javascript-request-to-command
  run('show ' + name)
  const body = await readBody(event)
  // ruleid: javascript-request-to-command
  run('show ' + body.name)
  // ruleid: javascript-request-to-command
  run('show ' + getRouterParam(event, 'name'))
  // ruleid: javascript-request-to-command
  run('show ' + getHeader(event, 'x-name'))
  // ruleid: javascript-request-to-command
  run('show ' + getCookie(event, 'name'))
  // ruleid: javascript-request-to-command
  run('show ' + event.context.params.name)
})
