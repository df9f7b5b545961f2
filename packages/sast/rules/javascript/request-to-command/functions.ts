import type { APIGatewayProxyEventV2, S3Event } from 'aws-lambda'
import { app } from '@azure/functions'
import { exec as run } from 'node:child_process'

export const handler = async (event: APIGatewayProxyEventV2) => {
  // ruleid: javascript-command-injection
  run('show ' + event.queryStringParameters?.name)
  // ruleid: javascript-command-injection
  run('show ' + event.rawQueryString)
  // ruleid: javascript-command-injection
  run('show ' + JSON.parse(event.body ?? '{}').name)
  const { pathParameters } = event
  // ruleid: javascript-command-injection
  run('show ' + pathParameters.name)
}

export async function onObject(event: S3Event) {
  for (const record of event.Records) {
    // ruleid: javascript-command-injection
    run('show ' + record.s3.object.key)
  }
}

export const resolver = async (event) => {
  // ruleid: javascript-command-injection
  run('show ' + event.arguments.name)
  // ok: javascript-command-injection
  run('show ' + event.target.name)
}

app.http('show', {
  methods: ['GET'],
  handler: async (request, context) => {
    // ruleid: javascript-command-injection
    run('show ' + request.query.get('name'))
    // ruleid: javascript-command-injection
    run('show ' + request.params.name)
    const body = (await request.json()) as { name: string }
    // ruleid: javascript-command-injection
    run('show ' + body.name)
    return { status: 200 }
  },
})

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url)
    // ruleid: javascript-command-injection
    run('show ' + url.pathname)
    return new Response('done')
  },
}

Deno.serve(async (req) => {
  // ruleid: javascript-command-injection
  run('show ' + (await req.text()))
  return new Response('done')
})

Bun.serve({
  fetch(req) {
    const { searchParams } = new URL(req.url)
    // ruleid: javascript-command-injection
    run('show ' + searchParams.get('name'))
    return new Response('done')
  },
})
