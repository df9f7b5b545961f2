import { cookies, headers } from 'next/headers'
import { exec as run } from 'node:child_process'
import type { NextApiRequest, NextApiResponse } from 'next'

export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params
  // ruleid: javascript-command-injection
  run('show ' + name)
  const kind = request.nextUrl.searchParams.get('kind')
  // ruleid: javascript-command-injection
  run('show ' + kind)
  return Response.json({})
}

export async function POST(request: Request, context) {
  // ruleid: javascript-command-injection
  run('show ' + context.params.name)
  const form = await request.formData()
  // ruleid: javascript-command-injection
  run('show ' + form.get('name'))
  const data = request.json()
  // ruleid: javascript-command-injection
  run('show ' + (await data).name)
  // ruleid: javascript-command-injection
  run('show ' + headers().get('x-name'))
  // ruleid: javascript-command-injection
  run('show ' + (await cookies()).get('name').value)
}

export const DELETE = async (_request: Request, { params: { name } }) => {
  // ruleid: javascript-command-injection
  run('show ' + name)
}

export default async function Page({ params, searchParams }: Props) {
  const { name } = await params
  // ruleid: javascript-command-injection
  run('show ' + name)
  // ruleid: javascript-command-injection
  run('show ' + (await searchParams).name)
  async function save(formData: FormData) {
    'use server'
    // ruleid: javascript-command-injection
    run('show ' + formData.get('name'))
  }
  return <form action={save}>{name}</form>
}

export async function getServerSideProps({ query, params }) {
  // ruleid: javascript-command-injection
  run('show ' + query.name)
  // ruleid: javascript-command-injection
  run('show ' + params.name)
  return { props: {} }
}

export const getServerSideProps2 = 1

export function Panel({ params, query }) {
  // ok: javascript-command-injection
  run('show ' + params.name)
  // ok: javascript-command-injection
  run('show ' + query)
}
