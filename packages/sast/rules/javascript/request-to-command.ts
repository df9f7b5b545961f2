import { Body, Controller, Get, Param, ParseIntPipe, Query } from '@nestjs/common'
import { exec as run } from 'node:child_process'
import type { Request, Response } from 'express'
import type { FastifyInstance } from 'fastify'

@Controller('tools')
export class Tools {
  @Get(':name')
  one(@Param('name') name: string, @Query() all: Wanted) {
    // ruleid: javascript-command-injection
    run('show ' + name)
    // ruleid: javascript-command-injection
    run(`show ${all.file}`)
  }

  @Get('lines/:count')
  lines(@Param('count', ParseIntPipe) count: number) {
    // ok: javascript-command-injection
    run('head -n ' + count)
  }
}

export function handler(incoming: Request, outgoing: Response): void {
  // ruleid: javascript-command-injection
  run(incoming.body.command as string)
}

export async function POST(request: Request) {
  const { file } = await request.json()
  // ruleid: javascript-command-injection
  run('cat ' + file)
}

export async function GET(request: Request) {
  const { searchParams } = new URL(request.url)
  const file = searchParams.get('file') ?? 'index'
  // ruleid: javascript-command-injection
  run('cat ' + file.trim())
}

export const routes = (app: FastifyInstance) => {
  app.get('/', async (request, reply) => {
    const { query: { depth } } = request
    // ruleid: javascript-command-injection
    run(`tree -L ${depth}`)
    // ok: javascript-command-injection
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
    // ok: javascript-command-injection
    run(options.query)
    // ok: javascript-command-injection
    run(this.query)
  }
}
