import { getServerSession } from 'next-auth'
import { db } from './database'

// ruleid: javascript-missing-authentication-route-handler
export async function DELETE(request, { params }) {
  await db.note.delete({ where: { id: params.id } })
  return Response.json({})
}

// ok: javascript-missing-authentication-route-handler
export async function PUT(request, { params }) {
  const session = await getServerSession()
  if (!session) return new Response('', { status: 401 })
  await db.note.update({ where: { id: params.id, ownerId: session.user.id }, data: await request.json() })
  return Response.json({})
}
