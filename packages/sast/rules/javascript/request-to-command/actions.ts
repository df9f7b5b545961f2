'use server'

import { exec as run } from 'node:child_process'

export async function show(name: string) {
  // ruleid: javascript-command-injection
  run('show ' + name)
}

export const remove = async (state: unknown, data: FormData) => {
  // ruleid: javascript-command-injection
  run('rm ' + data.get('name'))
}
