import { Body, Controller, Get, Param, ParseIntPipe, Query } from '@nestjs/common'
import { exec as run } from 'node:child_process'
import type { Request, Response } from 'express'
import type { FastifyInstance } from 'fastify'

@Controller('tools')
export class Tools {
  @Get(':name')
  one(@Param('name') name: string, @Query() all: Wanted) {
    // ruleid: javascript-request-to-command
    run('show ' + name)
    // ruleid: javascript-request-to-command
    run(`show ${all.file}`)
  }

  @Get('lines/:count')
  lines(@Param('count', ParseIntPipe) count: number) {
    // ok: javascript-request-to-command
    run('head -n ' + count)
  }
}

export function handler(incoming: Request, outgoing: Response): void {
  // ruleid: javascript-request-to-command
  run(incoming.body.command as string)
}

export async function POST(request: Request) {
  const { file } = await request.json()
  // ruleid: javascript-request-to-command
  run('cat ' + file)
}

export async function GET(request: Request) {
  const { searchParams } = new URL(request.url)
  const file = searchParams.get('file') ?? 'index'
  // ruleid: javascript-request-to-command
  run('cat ' + file.trim())
}

export const routes = (app: FastifyInstance) => {
  app.get('/', async (request, reply) => {
    const { query: { depth } } = request
    // ruleid: javascript-request-to-command
    run(`tree -L ${depth}`)
    // ok: javascript-request-to-command
    run('tree -L ' + parseInt(depth, 10))
    return reply.send('done')
  })
}

interface Options {
  query: string
}

export class Local {
  query = 'ls'

  start(options: Options): void {
    // ok: javascript-request-to-command
    run(options.query)
    // ok: javascript-request-to-command
    run(this.query)
  }
}
