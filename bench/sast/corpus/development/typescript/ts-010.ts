import express from 'express'
import { PrismaClient } from '@prisma/client'

const prisma = new PrismaClient()
const router = express.Router()

router.patch('/me', async (req, res) => {
  const id = (req as unknown as { userId: number }).userId
  const { displayName, locale } = req.body as { displayName?: string; locale?: string }
  const user = await prisma.user.update({ where: { id }, data: { displayName, locale } })
  res.json({ displayName: user.displayName, locale: user.locale })
})

export default router
