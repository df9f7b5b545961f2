import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { exec as run } from 'node:child_process'

export async function loader({ request, params }: LoaderFunctionArgs) {
  // ruleid: javascript-command-injection
  run('show ' + params.name)
  const url = new URL(request.url)
  // ruleid: javascript-command-injection
  run('show ' + url.searchParams.get('name'))
}

export const action = async ({ request, params: { name } }: ActionFunctionArgs) => {
  // ruleid: javascript-command-injection
  run('show ' + name)
  const form = Object.fromEntries(await request.formData())
  // ruleid: javascript-command-injection
  run('show ' + form.name)
}

export const clientLoader = async (loaderFunctionArgs: LoaderFunctionArgs) => {
  // ruleid: javascript-command-injection
  run('show ' + loaderFunctionArgs.params.name)
}
