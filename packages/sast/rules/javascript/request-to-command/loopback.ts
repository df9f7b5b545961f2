import { get, param, post, requestBody } from '@loopback/rest'
import { exec as run } from 'node:child_process'

export class FilesController {
  @get('/files/{name}')
  show(@param.path.string('name') name: string, @param.query.number('page') page: number) {
    // ruleid: javascript-command-injection
    run('show ' + name)
    // ok: javascript-command-injection
    run('show ' + page)
  }

  @post('/files')
  make(@requestBody() file: Wanted) {
    // ruleid: javascript-command-injection
    run('show ' + file.name)
  }
}
