import { exec as run } from 'node:child_process'
import type { RequestHandler } from './$types'

export const load = async ({ params, url, cookies }) => {
  // ruleid: javascript-command-injection
  run('show ' + params.name)
  // ruleid: javascript-command-injection
  run('show ' + url.searchParams.get('name'))
  // ruleid: javascript-command-injection
  run('show ' + cookies.get('name'))
}

export const GET: RequestHandler = async ({ url, params, request }) => {
  // ruleid: javascript-command-injection
  run('show ' + url.searchParams.get('name'))
  // ruleid: javascript-command-injection
  run('show ' + params.name)
  const { name } = await request.json()
  // ruleid: javascript-command-injection
  run('show ' + name)
}

export const actions = {
  default: async ({ request }) => {
    const data = await request.formData()
    // ruleid: javascript-command-injection
    run('show ' + data.get('name'))
  },
}
