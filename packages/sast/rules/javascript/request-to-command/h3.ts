import { exec as run } from 'node:child_process'

export default defineEventHandler(async (event) => {
  const { name } = getQuery(event)
  // ruleid: javascript-command-injection
  run('show ' + name)
  const body = await readBody(event)
  // ruleid: javascript-command-injection
  run('show ' + body.name)
  // ruleid: javascript-command-injection
  run('show ' + getRouterParam(event, 'name'))
  // ruleid: javascript-command-injection
  run('show ' + getHeader(event, 'x-name'))
  // ruleid: javascript-command-injection
  run('show ' + getCookie(event, 'name'))
  // ruleid: javascript-command-injection
  run('show ' + event.context.params.name)
})
