import { exec as run } from 'node:child_process'
import type { HttpContext } from '@adonisjs/core/http'

export default class FilesController {
  async show({ params, request }: HttpContext) {
    // ruleid: javascript-request-to-command
    run('show ' + params.name)
    // ruleid: javascript-request-to-command
    run('show ' + request.input('name'))
    // ruleid: javascript-request-to-command
    run('show ' + request.only(['name']).name)
    // ruleid: javascript-request-to-command
    run('show ' + request.all().name)
    // ruleid: javascript-request-to-command
    run('show ' + request.qs().name)
  }
}
