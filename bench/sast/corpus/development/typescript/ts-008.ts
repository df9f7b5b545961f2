import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response } from 'express'

const REPORTS = new Map<string, string>([
  ['daily', 'daily.csv'],
  ['weekly', 'weekly.csv'],
])

function sendReport(req: Request, res: Response, next: NextFunction): void {
  const kind: string = req.params['kind'] ?? 'daily'
  const file = REPORTS.get(kind) ?? 'daily.csv'
  createReadStream(join('/srv/reports', file)).on('error', next).pipe(res)
}

export const reports = express.Router().get('/reports/:kind', sendReport)
