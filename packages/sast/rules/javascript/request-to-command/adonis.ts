import { exec as run } from 'node:child_process'
import type { HttpContext } from '@adonisjs/core/http'

export default class FilesController {
  async show({ params, request }: HttpContext) {
    // ruleid: javascript-command-injection
    run('show ' + params.name)
    // ruleid: javascript-command-injection
    run('show ' + request.input('name'))
    // ruleid: javascript-command-injection
    run('show ' + request.only(['name']).name)
    // ruleid: javascript-command-injection
    run('show ' + request.all().name)
    // ruleid: javascript-command-injection
    run('show ' + request.qs().name)
  }
}
