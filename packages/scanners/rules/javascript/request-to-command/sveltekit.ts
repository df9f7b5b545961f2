import { exec as run } from 'node:child_process'
import type { RequestHandler } from './$types'

export const load = async ({ params, url, cookies }) => {
  // ruleid: javascript-request-to-command
  run('show ' + params.name)
  // ruleid: javascript-request-to-command
  run('show ' + url.searchParams.get('name'))
  // ruleid: javascript-request-to-command
  run('show ' + cookies.get('name'))
}

export const GET: RequestHandler = async ({ url, params, request }) => {
  // ruleid: javascript-request-to-command
  run('show ' + url.searchParams.get('name'))
  // ruleid: javascript-request-to-command
  run('show ' + params.name)
  const { name } = await request.json()
  // ruleid: javascript-request-to-command
  run('show ' + name)
}

export const actions = {
  default: async ({ request }) => {
    const data = await request.formData()
    // ruleid: javascript-request-to-command
    run('show ' + data.get('name'))
  },
}
