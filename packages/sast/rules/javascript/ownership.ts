'use server'

import { auth } from './auth'
import { prisma } from './database'

// ruleid: javascript-missing-authentication-server-action
export async function removeNote(id: number) {
  await prisma.note.delete({ where: { id } })
}

// ok: javascript-missing-authentication-server-action
export async function changeNote(id: number, text: string) {
  const session = await auth()
  await prisma.note.update({ where: { id, ownerId: session.user.id }, data: { text } })
}

// ok: javascript-missing-authentication-server-action
export async function notes() {
  return prisma.note.findMany()
}
