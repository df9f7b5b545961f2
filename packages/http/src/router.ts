import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Endpoint } from '@gatehouse/contracts'
import findMyWay, { type HTTPMethod } from 'find-my-way'

import { PATH_PARAMETER_CHARS_MAX } from './limits.ts'

/** Serves a matched request; `query` and `params` are decoded but not validated. */
export type Serve = (request: IncomingMessage, response: ServerResponse, query: unknown, params: unknown) => void

export interface Match {
  readonly row: Endpoint
  readonly serve: Serve
  readonly query: unknown
  readonly params: unknown
}

interface Entry {
  readonly row: Endpoint
  readonly serve: Serve
}

/** Finds the endpoint of a method and a request target in origin form or absolute form. */
export class Router {
  private readonly tree = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: PATH_PARAMETER_CHARS_MAX,
  })
  private readonly methods = new Set<HTTPMethod>()

  /** Adds an endpoint. GET endpoints also answer HEAD, for which Node sends no body. */
  add(row: Endpoint, serve: Serve): void {
    const path = row.path.replace(/\{([^}]+)\}/g, ':$1')
    const entry: Entry = { row, serve }
    this.tree.on(row.method === 'GET' ? ['GET', 'HEAD'] : row.method, path, unused, entry)
    this.methods.add(row.method)
  }

  /** Returns undefined for an unknown path or method, a malformed escape and an oversized path parameter. */
  find(method: string, target: string): Match | undefined {
    const found = this.tree.find(method as HTTPMethod, target)
    if (found === null) return undefined
    const { row, serve } = found.store as Entry
    return { row, serve, query: found.searchParams, params: found.params }
  }

  /** Returns the endpoints at a target, for any method. */
  rowsAt(target: string): Endpoint[] {
    return [...this.methods].flatMap((method) => this.find(method, target)?.row ?? [])
  }
}

function unused(): void {}
