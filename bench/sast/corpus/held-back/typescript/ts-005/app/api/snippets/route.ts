import { type NextRequest, NextResponse } from 'next/server'
import { loadSnippet } from '../../../lib/snippets'

export async function GET(request: NextRequest): Promise<NextResponse> {
  const slug = request.nextUrl.searchParams.get('slug')
  if (slug === null) return NextResponse.json({ message: 'slug?' }, { status: 400 })
  return new NextResponse(await loadSnippet(slug), { headers: { 'content-type': 'text/plain' } })
}
